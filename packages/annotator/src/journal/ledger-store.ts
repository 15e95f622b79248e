// Stores a row for every scene, from pending to committed, so that no scene goes missing unnoticed.

import type { ModelUsage } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import type { SceneId } from '../context/message-log.ts';
import type { PostDigest, PostId, ScenePlan, ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { openFollowRows } from './follow-store.ts';

export type SceneStatus = 'pending' | 'running' | 'committed' | 'skipped' | 'failed';

export interface LedgerScene extends ScenePlan {
  readonly id: SceneId;
  readonly corpus: string;
  readonly status: SceneStatus;
  /** Whether the scene's posts are in the word index of what was read. */
  readonly isIndexed: boolean;
  /** How often the scene was begun. */
  readonly attempts: number;
  /** How many replies were received. */
  readonly calls: number;
  readonly promptTokens: number;
  /** Undefined if the server does not report cached tokens. */
  readonly cachedTokens: number | undefined;
  readonly outputTokens: number;
  readonly seconds: number;
  readonly lastError: string | undefined;
}

export interface LedgerCounts {
  readonly total: number;
  readonly byStatus: Readonly<Record<SceneStatus, number>>;
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number | undefined;
  readonly outputTokens: number;
  readonly seconds: number;
}

export interface PlannedCorpus {
  readonly corpus: string;
  readonly fingerprint: string;
  readonly sceneCount: number;
  readonly postCount: number;
}

/** How many scenes a thread has, and how many of them were read. */
export interface ThreadCount extends ThreadRef {
  readonly scenes: number;
  readonly read: number;
}

export type LedgerStore = ReturnType<typeof openLedgerStore>;

/** Opens the ledger in a migrated annotator database. */
export function openLedgerStore(connection: Connection) {
  return {
    ...openSceneRows(connection),
    ...openSceneChanges(connection),
    ...openPlanRows(connection),
    ...openCountRows(connection),
    ...openFollowRows(connection),
  };
}

function openSceneRows(connection: Connection) {
  const select = connection.prepare<[number], SceneRow>('SELECT * FROM scene WHERE id = ?');
  const selectFirst = connection.prepare<[string, string], SceneRow>(
    'SELECT * FROM scene WHERE corpus = ? AND status = ? ORDER BY id LIMIT 1',
  );
  const selectAfter = connection.prepare<[number, string], SceneRow>(
    'SELECT * FROM scene WHERE id > ? AND +corpus = ? ORDER BY id LIMIT 1',
  );
  const selectLast = connection.prepare<[string, number], SceneRow>(
    'SELECT * FROM scene WHERE +corpus = ? AND id <= ? ORDER BY id DESC LIMIT 1',
  );
  const threadEnds = connection.prepare<[string], { threadId: ThreadId; last: SceneId }>(
    'SELECT thread_id AS threadId, max(id) AS last FROM scene WHERE corpus = ? GROUP BY thread_id',
  );
  const lastBefore = connection
    .prepare<[string], SceneId | null>(
      'SELECT max(id) FROM scene WHERE id < (SELECT min(id) FROM scene WHERE corpus = ?)',
    )
    .pluck();
  const any = connection.prepare<[], number>('SELECT 1 FROM scene LIMIT 1').pluck();
  const selectByStatus = connection.prepare<[string], SceneRow>(
    'SELECT * FROM scene WHERE status = ? ORDER BY id',
  );
  const selectPage = connection.prepare<[number], SceneRow>(
    'SELECT * FROM scene WHERE id > ? ORDER BY id LIMIT 500',
  );
  const selectThread = connection.prepare<[string, number], SceneRow>(
    'SELECT * FROM scene WHERE corpus = ? AND thread_id = ? ORDER BY scene_index',
  );
  const countThreads = connection.prepare<[], ThreadCount>(
    `SELECT corpus, thread_id AS threadId, count(*) AS scenes, sum(status = 'committed') AS read
     FROM scene GROUP BY corpus, thread_id`,
  );
  const readScenes = (status: SceneStatus) => selectByStatus.all(status).map(parseSceneRow);
  return {
    findScene: (id: SceneId) => parseRow(select.get(id)),
    /** The corpus's last scene with an id of at most `id`. */
    findLastScene: (corpus: string, id: SceneId) => parseRow(selectLast.get(corpus, id)),
    /** The next scene of the same corpus. */
    findSceneAfter: (scene: LedgerScene) => parseRow(selectAfter.get(scene.id, scene.corpus)),
    /** The scene that was begun and not closed; if there is none, the next pending scene. */
    findNextScene: (corpus: string) =>
      parseRow(selectFirst.get(corpus, 'running') ?? selectFirst.get(corpus, 'pending')),
    readScenes,
    /** The scenes of one thread, in order. */
    readThreadScenes: ({ corpus, threadId }: ThreadRef): readonly LedgerScene[] =>
      selectThread.all(corpus, threadId).map(parseSceneRow),
    isPlanned: (): boolean => any.get() !== undefined,
    /** The last planned scene of each thread. */
    listThreadEnds: (corpus: string): readonly { readonly threadId: ThreadId; readonly last: SceneId }[] =>
      threadEnds.all(corpus),
    /** The last scene planned before the first scene of this corpus. */
    findLastBefore: (corpus: string): SceneId | undefined => lastBefore.get(corpus) ?? undefined,
    /** How many scenes each thread has. */
    countThreads: (): readonly ThreadCount[] => countThreads.all(),
    /** Iterates over all scenes in reading order, in pages, so the ledger may change during the iteration. */
    *iterateScenes(): Generator<LedgerScene> {
      let last = 0;
      for (;;) {
        const page = selectPage.all(last);
        if (page.length === 0) return;
        yield* page.map(parseSceneRow);
        last = page.at(-1)?.id ?? last;
      }
    },
    /** Skipped and failed scenes in reading order; if `ids` is given, only these scenes. */
    readUnread(ids?: readonly number[]): readonly LedgerScene[] {
      const scenes = [...readScenes('skipped'), ...readScenes('failed')];
      const wanted = ids === undefined ? scenes : scenes.filter((scene) => ids.includes(scene.id));
      return wanted.sort((one, other) => one.id - other.id);
    },
  };
}

function openSceneChanges(connection: Connection) {
  const begin = connection.prepare<[string, number]>(
    'UPDATE scene SET status = ?, attempts = attempts + 1, last_error = NULL WHERE id = ?',
  );
  const close = connection.prepare<[string, string | null, number]>(
    'UPDATE scene SET status = ?, last_error = ? WHERE id = ?',
  );
  const markIndexed = connection.prepare<[number]>('UPDATE scene SET is_indexed = 1 WHERE id = ?');
  const recordError = connection.prepare<[string, number]>('UPDATE scene SET last_error = ? WHERE id = ?');
  const addReply = connection.prepare(
    `UPDATE scene SET calls = calls + 1, prompt_tokens = prompt_tokens + :prompt,
       cached_tokens = CASE WHEN calls = 0 THEN :cached ELSE cached_tokens + :cached END,
       output_tokens = output_tokens + :output, seconds = seconds + :seconds WHERE id = :id`,
  );
  return {
    /** A scene that is read again keeps its status until it is closed. */
    startScene(id: SceneId, status: SceneStatus): void {
      begin.run(status, id);
    },
    closeScene(id: SceneId, status: SceneStatus, error?: string): void {
      close.run(status, error ?? null, id);
    },
    markIndexed(id: SceneId): void {
      markIndexed.run(id);
    },
    recordError(id: SceneId, error: string): void {
      recordError.run(error, id);
    },
    /**
     * Adds the cost of a reply. Numbers that the server did not report count as 0, except cached tokens: their sum
     * becomes unknown.
     */
    addReply(id: SceneId, usage: ModelUsage, seconds: number): void {
      addReply.run({
        id,
        prompt: usage.promptTokens === 'unknown' ? 0 : usage.promptTokens,
        cached: usage.cachedTokens === 'unknown' ? null : usage.cachedTokens,
        output: usage.outputTokens === 'unknown' ? 0 : usage.outputTokens,
        seconds,
      });
    },
  };
}

function openPlanRows(connection: Connection) {
  const insert = connection.prepare(
    `INSERT INTO scene (corpus, thread_id, scene_index, first_post_id, last_post_id, post_count, span_start, span_end,
       is_thread_start, is_thread_end)
     VALUES (:corpus, :threadId, :sceneIndex, :firstPostId, :lastPostId, :posts, :spanStart, :spanEnd,
       :isThreadStart, :isThreadEnd)`,
  );
  const upsertCorpus = connection.prepare(
    `INSERT INTO planned_corpus (corpus, fingerprint, scene_count, post_count)
     VALUES (:corpus, :fingerprint, :sceneCount, :postCount)
     ON CONFLICT (corpus) DO UPDATE SET fingerprint = :fingerprint, scene_count = :sceneCount, post_count = :postCount`,
  );
  const selectPlanned = connection.prepare<[string], { scenes: number; posts: number }>(
    'SELECT count(*) scenes, coalesce(sum(post_count), 0) posts FROM scene WHERE corpus = ?',
  );
  const selectCorpora = connection.prepare<[], PlannedCorpus>(
    `SELECT corpus, fingerprint, scene_count sceneCount, post_count postCount FROM planned_corpus ORDER BY corpus`,
  );
  const { storeDigests } = openFollowRows(connection);
  const countPlanned = (corpus: string) => selectPlanned.get(corpus) ?? { scenes: 0, posts: 0 };
  return {
    /** Plans a corpus, or its new part: adds a pending row for each scene; adds all rows or none. */
    planCorpus(
      corpus: { readonly name: string; readonly fingerprint: string },
      plans: Iterable<ScenePlan & { readonly digests?: readonly PostDigest[] }>,
    ): PlannedCorpus {
      return connection
        .transaction(() => {
          for (const plan of plans) {
            const sceneId = Number(insert.run(renderPlan(corpus.name, plan)).lastInsertRowid);
            if (plan.digests !== undefined) storeDigests(sceneId, plan.digests);
          }
          const { scenes: sceneCount, posts: postCount } = countPlanned(corpus.name);
          const planned = { corpus: corpus.name, fingerprint: corpus.fingerprint, sceneCount, postCount };
          upsertCorpus.run(planned);
          return planned;
        })
        .immediate();
    },
    /** Counts the scenes planned for a corpus, and their posts. */
    countPlanned,
    readPlannedCorpora: () => selectCorpora.all(),
  };
}

function openCountRows(connection: Connection) {
  const selectCounts = connection.prepare<{ corpora: string | null }, CountRow>(
    `SELECT status, count(*) count, sum(calls) calls, sum(prompt_tokens) prompt, sum(cached_tokens) cached,
       sum(calls > 0 AND cached_tokens IS NULL) unknown, sum(output_tokens) output, sum(seconds) seconds
     FROM scene WHERE :corpora IS NULL OR corpus IN (SELECT value FROM json_each(:corpora)) GROUP BY status`,
  );
  return {
    countScenes(corpora?: readonly string[]): LedgerCounts {
      const rows = selectCounts.all({ corpora: corpora === undefined ? null : JSON.stringify(corpora) });
      const sum = (pick: (row: CountRow) => number | null) =>
        rows.reduce((total, row) => total + (pick(row) ?? 0), 0);
      const byStatus = { pending: 0, running: 0, committed: 0, skipped: 0, failed: 0 };
      for (const row of rows) byStatus[row.status] = row.count;
      return {
        total: sum((row) => row.count),
        byStatus,
        calls: sum((row) => row.calls),
        promptTokens: sum((row) => row.prompt),
        cachedTokens: sum((row) => row.unknown) > 0 ? undefined : sum((row) => row.cached),
        outputTokens: sum((row) => row.output),
        seconds: sum((row) => row.seconds),
      };
    },
  };
}

interface SceneRow {
  readonly id: number;
  readonly corpus: string;
  readonly thread_id: number;
  readonly scene_index: number;
  readonly first_post_id: number;
  readonly last_post_id: number;
  readonly post_count: number;
  readonly span_start: number | null;
  readonly span_end: number | null;
  readonly is_thread_start: number;
  readonly is_thread_end: number;
  readonly status: SceneStatus;
  readonly is_indexed: number;
  readonly attempts: number;
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly cached_tokens: number | null;
  readonly output_tokens: number;
  readonly seconds: number;
  readonly last_error: string | null;
}

interface CountRow {
  readonly status: SceneStatus;
  readonly count: number;
  readonly calls: number;
  readonly prompt: number;
  readonly cached: number | null;
  readonly unknown: number;
  readonly output: number;
  readonly seconds: number;
}

function renderPlan(corpus: string, plan: ScenePlan) {
  return {
    corpus,
    threadId: plan.threadId,
    sceneIndex: plan.sceneIndex,
    firstPostId: plan.firstPostId,
    lastPostId: plan.lastPostId,
    posts: plan.posts,
    spanStart: plan.span?.start ?? null,
    spanEnd: plan.span?.end ?? null,
    isThreadStart: Number(plan.isThreadStart),
    isThreadEnd: Number(plan.isThreadEnd),
  };
}

function parseRow(row: SceneRow | undefined): LedgerScene | undefined {
  return row === undefined ? undefined : parseSceneRow(row);
}

function parseSceneRow(row: SceneRow): LedgerScene {
  const hasSpan = row.span_start !== null && row.span_end !== null;
  return {
    id: row.id as SceneId,
    corpus: row.corpus,
    threadId: row.thread_id as ThreadId,
    sceneIndex: row.scene_index,
    firstPostId: row.first_post_id as PostId,
    lastPostId: row.last_post_id as PostId,
    posts: row.post_count,
    span: hasSpan ? { start: row.span_start ?? 0, end: row.span_end ?? 0 } : undefined,
    isThreadStart: row.is_thread_start === 1,
    isThreadEnd: row.is_thread_end === 1,
    status: row.status,
    isIndexed: row.is_indexed === 1,
    attempts: row.attempts,
    calls: row.calls,
    promptTokens: row.prompt_tokens,
    cachedTokens: row.cached_tokens ?? undefined,
    outputTokens: row.output_tokens,
    seconds: row.seconds,
    lastError: row.last_error ?? undefined,
  };
}
