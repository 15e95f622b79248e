// Second reading: reads scenes again in a copy of the glossary, lists the changes, and makes them once a person agrees.

import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-items';
import { type ReplyRecord, withRecordedReplies } from '@terrarium/kernel/with-recorded-replies';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import type { SceneId } from './context/message-log.ts';
import type { PostId } from './corpus/corpus.ts';
import type { Author, RevisionId } from './glossary/entry.ts';
import type { RejectedEntry } from './glossary/find-rejected.ts';
import type { GlossaryStore } from './glossary/glossary-store.ts';
import { stripSuffix } from './glossary/term-forms.ts';
import { type EntryChange, listEntryChanges } from './inspect/list-entry-changes.ts';
import { type Annotator, openAnnotator } from './journal/open-annotator.ts';
import type { RunStores } from './journal/open-run-stores.ts';
import { openFailureStreak } from './runner/find-fault.ts';
import { openRetry } from './runner/open-retry.ts';
import { runStates } from './runner/run-states.ts';
import type { RunOutcome } from './runner/states.ts';
import { buildRunOptions, chooseCorpora, type ReadingRequest, withAnnotator } from './with-annotator.ts';
import {
  buildSecondReadingPath,
  type GrowingRecord,
  openToGrow,
  readSecondReading,
  removeSecondReading,
  type SecondReadingRecord,
} from './world/second-reading-file.ts';
import type { World } from './world/world.ts';

export interface SecondReadingRequest extends ReadingRequest {
  readonly sceneIds: readonly SceneId[];
}

/**
 * Reads the scenes again in a copy, each in the context of its own position and with what is known today. The world
 * stays as it is. If an earlier second reading of the same scenes by the same model was stopped, this one continues
 * from there, unless more of the world has been read since. Throws the same errors as `annotate`.
 */
export async function proposeSecondReading(request: SecondReadingRequest): Promise<RunOutcome> {
  return await withAnnotator(request, async (annotator) => {
    const record = await prepareCopy(annotator, request);
    const copy = openCopy(request.world, request.environment.clock);
    try {
      return await rereadEach(copy, request, record);
    } finally {
      copy.close();
    }
  });
}

/** A name that the curator or the reading model had deleted. */
export interface RejectedName {
  readonly term: string;
  readonly author: Author;
  readonly postId: PostId;
  readonly reason: string | undefined;
}

export interface ProposedChange extends EntryChange {
  /** Who rejected the entry, if it was rejected before; its name returns because of new evidence. */
  readonly rejected: RejectedName | undefined;
  /** Whether the entry is new and its name is a word on hold. */
  readonly wasHeld: boolean;
}

export interface Proposals {
  readonly changes: readonly ProposedChange[];
  /** Names that were proposed again without new evidence, and so stay rejected. */
  readonly rejected: readonly RejectedName[];
  /** Words that the second reading put on hold. */
  readonly held: readonly string[];
  /** Scenes that could not be read again, and why. */
  readonly skipped: readonly { readonly sceneId: SceneId; readonly reason: string }[];
  /** How many changes were refused because a later scene has changed the same entry. */
  readonly conflicts: number;
}

/** What is in the copy and not in the world; undefined if there is no copy. */
export function readProposals(annotator: Annotator, clock: Clock): Proposals | undefined {
  const { world, stores } = annotator;
  const record = readSecondReading(world);
  if (record === undefined || !isThere(buildSecondReadingPath(world))) return undefined;
  const copy = openCopy(world, clock);
  try {
    const known = new Set(stores.glossary.listHeld().map(({ surface }) => surface));
    const held = copy.stores.glossary.listHeld().map(({ surface }) => surface);
    const steps = listSteps(copy.stores, record);
    return {
      changes: listEntryChanges(copy, record.base.revision as RevisionId).map((change) =>
        buildProposedChange(stores.glossary, change),
      ),
      rejected: listRejected(stores.glossary, copy.stores.glossary, listCalls(record, steps)),
      held: held.filter((surface) => !known.has(surface)),
      skipped: steps.flatMap(({ sceneId, body }) =>
        body.kind === 'scene-closed' && body.status === 'skipped' ? [{ sceneId, reason: body.reason }] : [],
      ),
      conflicts: steps.filter(({ body }) => body.kind === 'call-answered' && body.isConflict).length,
    };
  } finally {
    copy.close();
  }
}

/** Adds what the world knows about the name of a new entry. */
function buildProposedChange(glossary: GlossaryStore, change: EntryChange): ProposedChange {
  const term = change.before === undefined ? change.after?.term : undefined;
  if (term === undefined) return { ...change, rejected: undefined, wasHeld: false };
  const rejected = glossary.findRejected(term);
  return {
    ...change,
    rejected: rejected && toRejectedName(rejected),
    wasHeld: glossary.isHeld(stripSuffix(term)),
  };
}

function listRejected(
  world: GlossaryStore,
  copy: GlossaryStore,
  calls: readonly ToolCall[],
): readonly RejectedName[] {
  const found = calls.flatMap(listProposedTerms).flatMap((term) => {
    const rejected = copy.findByTerm(term) === undefined ? world.findRejected(term) : undefined;
    return rejected === undefined ? [] : [toRejectedName(rejected)];
  });
  return [...new Map(found.map((one) => [one.term, one])).values()];
}

/** The calls of all replies, including those that were found in tagged updates. */
function listCalls(
  { replies }: SecondReadingRecord,
  steps: ReturnType<typeof listSteps>,
): readonly ToolCall[] {
  const native = [...replies.values()].flatMap((recorded) =>
    'reply' in recorded ? recorded.reply.calls : [],
  );
  return [...native, ...steps.flatMap(({ body }) => (body.kind === 'updates-parsed' ? body.calls : []))];
}

const proposal = z.object({ term: z.string() });

function listProposedTerms({ name, arguments: given }: ToolCall): readonly string[] {
  const parsed = name === 'glossary_create' ? parseValue(given, { schema: proposal }) : undefined;
  return parsed?.ok === true ? [parsed.value.term] : [];
}

function toRejectedName({ entry, deletion }: RejectedEntry): RejectedName {
  const { author, position, reason } = deletion;
  return { term: entry.term, author, postId: position.postId, reason };
}

/**
 * Reads the scenes again in the world itself. The replies of the second reading answer the same requests, so that every
 * check is made again and everything that a person said is respected; only new requests are sent to the model. If an
 * earlier call was killed, this one continues where it stopped. Throws `UsageError` (`reread.moved-on`) if scenes were
 * read or entries added since the second reading, or if no second reading of these scenes is stored.
 */
export async function applySecondReading(request: SecondReadingRequest): Promise<RunOutcome> {
  const { world } = request;
  return await withAnnotator(request, async (annotator) => {
    const record = readSecondReading(world);
    if (record === undefined || !isOf(record, request) || !canBeApplied(annotator, record))
      throw refuseMoved();
    const outcome = await rereadEach(annotator, request, { ...record, isApplied: true });
    if (outcome.kind === 'finished') removeSecondReading(world);
    return outcome;
  });
}

function isOf({ model, scenes }: SecondReadingRecord, request: SecondReadingRequest): boolean {
  return model === request.model.id && scenes.join() === request.sceneIds.join();
}

/**
 * Whether the replies of the second reading still mean the same. It does not matter if a person has changed entries
 * since, but it does if scenes were read or entries added.
 */
function canBeApplied({ stores }: Annotator, { base, isApplied }: SecondReadingRecord): boolean {
  const now = readBase(stores);
  return isApplied || (now.step === base.step && now.entry === base.entry);
}

function readBase({ journal, context, glossary }: RunStores): SecondReadingRecord['base'] {
  return {
    step: journal.readNextStepId() - 1,
    conversation: context.listRetries().at(-1)?.id ?? 0,
    entry: glossary.listEntryIds().at(-1) ?? 0,
    revision: glossary.readNewestRevision(),
  };
}

async function prepareCopy(
  annotator: Annotator,
  request: SecondReadingRequest,
): Promise<SecondReadingRecord> {
  const { world, connection, stores } = annotator;
  const kept = readSecondReading(world);
  const path = buildSecondReadingPath(world);
  if (kept !== undefined && isOf(kept, request) && canBeApplied(annotator, kept) && isThere(path))
    return kept;
  removeSecondReading(world);
  const folder = openWorldFolder(world.dir);
  folder.createFolder(dirname(path));
  folder.create(path);
  await connection.backup(path);
  return {
    model: request.model.id,
    scenes: [...request.sceneIds],
    base: readBase(stores),
    isApplied: false,
    replies: new Map(),
    counts: new Map(),
  };
}

function openCopy(world: World, clock: Clock): Annotator {
  return openAnnotator(
    { ...world, annotatorPath: buildSecondReadingPath(world) },
    { clock, mustExist: true },
  );
}

/** Reads the scenes that have not yet been read a second time. */
async function rereadEach(
  annotator: Annotator,
  request: SecondReadingRequest,
  record: SecondReadingRecord,
): Promise<RunOutcome> {
  const { stores } = annotator;
  const streak = openFailureStreak();
  const done = new Set(
    listSteps(stores, record).flatMap(({ sceneId, body }) => (body.kind === 'scene-closed' ? [sceneId] : [])),
  );
  const growing = openToGrow(request.world, record);
  for (const sceneId of request.sceneIds.filter((id) => !done.has(id))) {
    const scene = stores.ledger.findScene(sceneId);
    const [corpus] = scene === undefined ? [] : chooseCorpora(annotator, [scene.corpus]);
    if (scene === undefined || corpus === undefined) continue;
    const replies = buildReplyRecord(growing, () => nameRequest(stores, sceneId));
    const model = withRecordedReplies(request.model, replies);
    const options = { ...buildRunOptions(annotator, corpus, { ...request, model }), streak, isSecond: true };
    const outcome = await runStates(openRetry(options, scene));
    if (outcome.kind !== 'finished') return outcome;
  }
  return { kind: 'finished' };
}

/** The steps of the second reading. */
function listSteps({ context, journal }: RunStores, { base }: SecondReadingRecord) {
  return context
    .listRetries()
    .filter(({ id }) => id > base.conversation)
    .flatMap(({ id, sceneId }) => journal.readSceneSteps({ conversationId: id, sceneId }));
}

const answered: ReadonlySet<string> = new Set([
  'reply',
  'unusable-reply',
  'summary-reply',
  'summon-reply',
  'overflow',
  'tools-refused',
]);

/**
 * Names a request by the number of replies before it in its scene, so that it has the same name in the copy and in the
 * world.
 */
function nameRequest({ context, journal }: RunStores, sceneId: SceneId): string {
  const conversation = context.findConversation('retry', sceneId);
  const steps =
    conversation === undefined ? [] : journal.readSceneSteps({ conversationId: conversation.id, sceneId });
  return `${sceneId}:${steps.filter(({ body }) => answered.has(body.kind)).length}`;
}

function buildReplyRecord(growing: GrowingRecord, nameNext: () => string): ReplyRecord {
  const hashText = (text: string) => createHash('sha256').update(text).digest('hex');
  return {
    nameRequest: nameNext,
    find: (key) => growing.replies.get(key),
    record: growing.addReply,
    findCount: (text) => growing.counts.get(hashText(text)),
    recordCount: (text, tokens) => growing.addCount(hashText(text), tokens),
  };
}

function refuseMoved(): UsageError {
  return new UsageError({
    code: 'reread.moved-on',
    happened: 'Since the second reading of these scenes, more of the story was read, or entries were added.',
    todo: 'Read them again with the same command. Nothing was changed.',
  });
}
