// Stores the steps of every run, which are only ever appended, and a row for each run.

import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { AssistantMessage } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ConversationId, SceneId } from '../context/message-log.ts';
import type { Position } from '../corpus/corpus.ts';
import { type PackedText, packText, parseStored, stored } from '../database/packed-text.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { Overflow, SceneClosed, StepBody, StepId, ToolsUnused } from './journal.ts';
import type { CallAnswered, Reply } from './open-reply.ts';
import type { ReplyRecord } from './progress.ts';

export interface StepPlace {
  readonly conversationId: ConversationId;
  readonly sceneId: SceneId;
}

export interface StoredStep extends StepPlace {
  readonly id: StepId;
  readonly body: StepBody;
}

/** One run of a reader on this world, from its start until it ended or was killed. */
export interface RunRow {
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | undefined;
  readonly outcome: string | undefined;
  readonly model: string;
  readonly promptVersion: string;
  readonly contextBudget: number;
}

export interface Totals {
  readonly position: Position | undefined;
  readonly snapshotId: number | undefined;
  readonly postsProcessed: number;
  readonly entriesCreated: number;
  readonly entriesUpdated: number;
}

export interface TotalsDelta {
  readonly position?: Position;
  readonly snapshotId?: number;
  readonly posts?: number;
  readonly created?: number;
  readonly updated?: number;
}

/** A reply to a scene with the tokens of its prompt, or the end of a scene. */
export interface CountedReply extends StepPlace {
  readonly id: number;
  readonly at: string;
  readonly model: string | undefined;
  /** Undefined if the step is not a reply to a scene, or if the server did not count tokens. */
  readonly countedTokens: number | undefined;
  /** Estimated tokens of the prompt that was sent. */
  readonly sentTokens: number | undefined;
  readonly closed: 'committed' | 'skipped' | undefined;
}

export type JournalStore = ReturnType<typeof openJournalStore>;

/** Opens the journal in a migrated annotator database. */
export function openJournalStore(connection: Connection, clock: Clock) {
  const readTime = () => renderInstant(clock.now());
  return {
    /** Runs `work` in one immediate transaction. */
    runInTransaction<Result>(work: () => Result): Result {
      return connection.transaction(work).immediate();
    },
    ...openStepRows(connection, readTime),
    ...openAnswerRows(connection),
    ...openCallRows(connection),
    ...openCountRows(connection),
    ...openTotals(connection),
    ...openRunRows(connection, readTime),
  };
}

const stepColumns = `id, conversation_id, scene_id, kind, payload, iif(kind = 'reply', (SELECT wire FROM message
    WHERE message.scene_id = step.scene_id AND message.step_id = step.id), NULL) wire`;

function openStepRows(connection: Connection, now: () => string) {
  const insert = connection.prepare<StepPlace & { kind: string; payload: PackedText; at: string }>(
    `INSERT INTO step (conversation_id, scene_id, kind, payload, at)
     VALUES (:conversationId, :sceneId, :kind, :payload, :at)`,
  );
  const selectOfScene = connection.prepare<[number, number], StepRow>(
    `SELECT ${stepColumns} FROM step WHERE scene_id = ? AND conversation_id = ? ORDER BY id`,
  );
  const selectLast = connection.prepare<[number], StepRow>(
    `SELECT ${stepColumns} FROM step WHERE conversation_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const selectPage = connection.prepare<[number], StepRow>(
    `SELECT ${stepColumns} FROM step WHERE id > ? ORDER BY id LIMIT 500`,
  );
  const selectSceneOf = connection.prepare<[number], { sceneId: SceneId }>(
    'SELECT scene_id sceneId FROM step WHERE id = ?',
  );
  const selectShown = connection
    .prepare<[number, number], SceneId>(
      `SELECT scene_id FROM step WHERE conversation_id = ? AND id <= ? AND kind = 'scene-opened' ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const selectNewest = connection.prepare<[], { seq: number }>(
    `SELECT seq FROM sqlite_sequence WHERE name = 'step'`,
  );
  return {
    appendStep(place: StepPlace, body: StepBody): StepId {
      const { conversationId, sceneId } = place;
      const row = { conversationId, sceneId, kind: body.kind, payload: renderPayload(body), at: now() };
      return Number(insert.run(row).lastInsertRowid) as StepId;
    },
    /** The id that the next step of this transaction will have. */
    readNextStepId(): StepId {
      return ((selectNewest.get()?.seq ?? 0) + 1) as StepId;
    },
    /** The steps of one scene in one conversation, in order. */
    readSceneSteps(place: StepPlace): readonly StoredStep[] {
      return selectOfScene.all(place.sceneId, place.conversationId).map(parseStepRow);
    },
    findSceneOfStep: (stepId: number): SceneId | undefined => selectSceneOf.get(stepId)?.sceneId,
    /** The last scene that was shown in a conversation before a step. */
    findSceneShown: (conversationId: ConversationId, stepId: number): SceneId | undefined =>
      selectShown.get(conversationId, stepId),
    /** Iterates over the whole journal, reading it in pages. */
    *iterateSteps(): Generator<StoredStep> {
      let last = 0;
      for (;;) {
        const page = selectPage.all(last);
        if (page.length === 0) return;
        yield* page.map(parseStepRow);
        last = page.at(-1)?.id ?? last;
      }
    },
    findLastStep(conversationId: ConversationId): StoredStep | undefined {
      const row = selectLast.get(conversationId);
      return row === undefined ? undefined : parseStepRow(row);
    },
  };
}

function openAnswerRows(connection: Connection) {
  const selectAnswers = connection.prepare<[number], PayloadRow>(
    `SELECT id, payload FROM step WHERE scene_id = ? AND kind = 'call-answered' ORDER BY id`,
  );
  const selectTextAnswers = connection.prepare<[number, number], PayloadRow>(
    `SELECT id, payload FROM step WHERE scene_id = ? AND conversation_id = ?
       AND kind IN ('call-answered', 'updates-parsed') ORDER BY id`,
  );
  const selectAnswersSince = connection.prepare<[StepPlace], PayloadRow>(
    `SELECT id, payload FROM step WHERE scene_id = :sceneId AND conversation_id = :conversationId
       AND kind IN ('call-answered', 'updates-parsed')
       AND id > (SELECT max(id) FROM step WHERE scene_id = :sceneId AND conversation_id = :conversationId
         AND kind = 'scene-opened') ORDER BY id`,
  );
  const selectRefused = connection.prepare<[], PayloadRow>(
    `SELECT id, payload FROM step WHERE kind = 'overflow'`,
  );
  const selectCounted = connection.prepare<[number], PayloadRow>(
    `SELECT id, payload FROM step WHERE kind IN ('reply', 'unusable-reply', 'summary-reply', 'curation-reply', 'summon-reply')
     ORDER BY id DESC LIMIT ?`,
  );
  return {
    /** The model that gave the newest reply; undefined before the first. */
    findAnsweringModel(): string | undefined {
      const [row] = selectCounted.all(1);
      return row === undefined ? undefined : parsePayload<Pick<Reply, 'record'>>(row).record.model;
    },
    /** Entries that calls in these scenes created or changed, sorted by id. */
    readChangedEntries(sceneIds: readonly SceneId[]): readonly EntryId[] {
      const ids = new Set<EntryId>();
      for (const row of sceneIds.flatMap((sceneId) => selectAnswers.all(sceneId))) {
        const { created, updated } = parsePayload<CallAnswered>(row);
        for (const id of [...created, ...updated]) ids.add(id);
      }
      return [...ids].sort((one, other) => one - other);
    },
    /** The answers to a scene's tagged updates in a conversation, and warnings about malformed updates. */
    readTextAnswers({ sceneId, conversationId }: StepPlace): readonly TextAnswer[] {
      return selectTextAnswers.all(sceneId, conversationId).map((row) => parsePayload<TextAnswer>(row));
    },
    /**
     * Like `readTextAnswers`, but only answers after the scene was shown. Earlier answers were shown in the scene's
     * own message.
     */
    readTextAnswersSinceShown(place: StepPlace): readonly TextAnswer[] {
      return selectAnswersSince.all(place).map((row) => parsePayload<TextAnswer>(row));
    },
    /**
     * The largest ratio of budget to estimated tokens, over all prompts that were refused as too long; 0 if no prompt
     * was refused.
     */
    readRefusedRatio(): number {
      const ratios = selectRefused.all().map((row) => {
        const { budget, estimatedTokens } = parsePayload<Overflow>(row);
        return budget / estimatedTokens;
      });
      return Math.max(0, ...ratios);
    },
    /** The records of the newest `limit` replies to any request, oldest first. */
    readNewestRecords(limit: number): readonly ReplyRecord[] {
      const rows = selectCounted.all(limit);
      return rows.map((row) => parsePayload<Pick<Reply, 'record'>>(row).record).toReversed();
    },
  };
}

/** A model that can call tools does so at least once in this many replies. */
const repliesLookedAt = 100;

function openCallRows(connection: Connection) {
  const selectReplies = connection.prepare<[number], StepRow>(
    `SELECT ${stepColumns} FROM step WHERE kind = 'reply' ORDER BY id DESC LIMIT ?`,
  );
  const selectUnused = connection.prepare<[], PayloadRow>(
    `SELECT id, payload FROM step WHERE kind = 'tools-unused' ORDER BY id DESC LIMIT 1`,
  );
  return {
    /** Whether one of the newest replies to scenes is by this model and has a call. */
    hasCalled(model: string): boolean {
      const replies = selectReplies.all(repliesLookedAt).map((row) => parseStepRow(row).body as Reply);
      return replies.some(({ record, calls }) => record.model === model && calls.length > 0);
    },
    /** The last model that was found to call none of the tools it was offered. */
    findCallless(): string | undefined {
      const row = selectUnused.get();
      return row === undefined ? undefined : parsePayload<ToolsUnused>(row).model;
    },
  };
}

function openCountRows(connection: Connection) {
  const selectPage = connection.prepare<[number], CountRow>(
    `SELECT id, conversation_id, scene_id, payload, at FROM step
     WHERE id > ? AND kind IN ('reply', 'unusable-reply', 'scene-closed') ORDER BY id LIMIT 500`,
  );
  return {
    /** Iterates over all replies to scenes and all ends of scenes in the journal, reading it in pages. */
    *iterateReplies(): Generator<CountedReply> {
      let last = 0;
      for (;;) {
        const page = selectPage.all(last);
        if (page.length === 0) return;
        yield* page.map(parseCountRow);
        last = page.at(-1)?.id ?? last;
      }
    },
  };
}

interface CountRow extends Omit<StepRow, 'kind' | 'wire'> {
  readonly at: string;
}

function parseCountRow({ id, conversation_id, scene_id, payload, at }: CountRow): CountedReply {
  const body = parseStored<Partial<Pick<Reply, 'record'> & Pick<SceneClosed, 'status'>>>(payload, [
    'step',
    id,
    'payload',
  ]);
  const { usage, estimatedTokens, model } = body.record ?? {};
  const counted = usage?.promptTokens;
  return {
    id,
    at,
    conversationId: conversation_id as ConversationId,
    sceneId: scene_id as SceneId,
    model,
    countedTokens: counted === 'unknown' ? undefined : counted,
    sentTokens: estimatedTokens,
    closed: body.status,
  };
}

function openTotals(connection: Connection) {
  const update = connection.prepare(
    `UPDATE progress SET
       last_corpus = coalesce(:corpus, last_corpus), last_thread_id = coalesce(:threadId, last_thread_id),
       last_post_id = coalesce(:postId, last_post_id), current_snapshot_id = coalesce(:snapshotId, current_snapshot_id),
       posts_processed = posts_processed + :posts, entries_created = entries_created + :created,
       entries_updated = entries_updated + :updated`,
  );
  const select = connection.prepare<[], TotalsRow>('SELECT * FROM progress');
  const countReplies = connection
    .prepare<[], number>("SELECT count(*) FROM step WHERE kind = 'reply' OR kind LIKE '%-reply'")
    .pluck();
  return {
    /** How many replies of a model to any request were recorded. */
    countReplies: (): number => countReplies.get() ?? 0,
    addTotals(delta: TotalsDelta): void {
      update.run({
        corpus: delta.position?.corpus ?? null,
        threadId: delta.position?.threadId ?? null,
        postId: delta.position?.postId ?? null,
        snapshotId: delta.snapshotId ?? null,
        posts: delta.posts ?? 0,
        created: delta.created ?? 0,
        updated: delta.updated ?? 0,
      });
    },
    readTotals(): Totals {
      return parseTotalsRow(select.get());
    },
  };
}

export interface TextAnswer {
  /** Text for the prompt, already escaped. */
  readonly say?: string;
  /** Plain text, which may contain quotations of what the model wrote. */
  readonly warnings?: readonly string[];
}

interface PayloadRow {
  readonly id: number;
  readonly payload: PackedText;
}

function openRunRows(connection: Connection, now: () => string) {
  const insertRun = connection.prepare(
    `INSERT INTO run (started_at, updated_at, model, prompt_version, context_budget)
     VALUES (:at, :at, :model, :promptVersion, :contextBudget)`,
  );
  const updateRun = connection.prepare('UPDATE run SET updated_at = ? WHERE id = (SELECT max(id) FROM run)');
  const finishRun = connection.prepare(
    'UPDATE run SET updated_at = :at, ended_at = :at, outcome = :outcome WHERE id = (SELECT max(id) FROM run)',
  );
  const selectLastBudget = connection
    .prepare<[], number>('SELECT context_budget FROM run ORDER BY id DESC LIMIT 1')
    .pluck();
  const selectRuns = connection.prepare<[], RunRow>(
    `SELECT started_at startedAt, updated_at updatedAt, ended_at endedAt, outcome, model,
       prompt_version promptVersion, context_budget contextBudget FROM run ORDER BY id`,
  );
  return {
    startRun(run: Pick<RunRow, 'model' | 'promptVersion' | 'contextBudget'>): void {
      insertRun.run({ ...run, at: now() });
    },
    /** The context budget of the newest run; undefined if there was no run. */
    findLastBudget: (): number | undefined => selectLastBudget.get(),
    updateRun(): void {
      updateRun.run(now());
    },
    finishRun(outcome: string): void {
      finishRun.run({ at: now(), outcome });
    },
    /** Every run of a reader on this world, oldest first. */
    readRuns(): readonly RunRow[] {
      return selectRuns
        .all()
        .map((row) => ({ ...row, endedAt: row.endedAt ?? undefined, outcome: row.outcome ?? undefined }));
    },
  };
}

interface StepRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly scene_id: number;
  readonly kind: string;
  readonly payload: PackedText;
  /** The message that was logged with a reply; it contains the reply's calls. */
  readonly wire: PackedText | null;
}

interface TotalsRow {
  readonly last_corpus: string | null;
  readonly last_thread_id: number | null;
  readonly last_post_id: number | null;
  readonly current_snapshot_id: number | null;
  readonly posts_processed: number;
  readonly entries_created: number;
  readonly entries_updated: number;
}

/** Leaves out the calls of a reply, because the message that is logged with it contains them. */
function renderPayload(body: StepBody): PackedText {
  const { kind, ...payload } = body;
  if (body.kind === 'reply') return packText(JSON.stringify({ ...payload, calls: undefined }));
  return packText(JSON.stringify(payload));
}

function parseStepRow(row: StepRow): StoredStep {
  const body = { kind: row.kind, ...parsePayload<object>(row) };
  return {
    id: row.id as StepId,
    conversationId: row.conversation_id as ConversationId,
    sceneId: row.scene_id as SceneId,
    body: (row.kind === 'reply' ? { ...body, calls: parseCalls(row.wire, row.id) } : body) as StepBody,
  };
}

function parsePayload<Payload>({ id, payload }: PayloadRow): Payload {
  return parseStored<Payload>(payload, ['step', id, 'payload']);
}

/** Reads the calls of a reply from its message. */
function parseCalls(wire: PackedText | null, step: number): AssistantMessage['calls'] & object {
  const place = ['message', `of step ${step}`, 'wire'] as const;
  if (wire === null) throw stored.refuse(place);
  return parseStored<AssistantMessage>(wire, place).calls ?? [];
}

function parseTotalsRow(row: TotalsRow | undefined): Totals {
  const position =
    row?.last_corpus == null
      ? undefined
      : ({ corpus: row.last_corpus, threadId: row.last_thread_id, postId: row.last_post_id } as Position);
  return {
    position,
    snapshotId: row?.current_snapshot_id ?? undefined,
    postsProcessed: row?.posts_processed ?? 0,
    entriesCreated: row?.entries_created ?? 0,
    entriesUpdated: row?.entries_updated ?? 0,
  };
}
