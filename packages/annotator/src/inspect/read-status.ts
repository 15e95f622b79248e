// Reads how far the reading of a world has come, and what has to be read again.

import type { FoldMeasures } from '../context/fold-store.ts';
import type { Corpus, ThreadId } from '../corpus/corpus.ts';
import { isOnFormer } from '../glossary/resolve-anchor.ts';
import type { NoticedDifference } from '../journal/follow-store.ts';
import type { RunRow, Totals } from '../journal/journal-store.ts';
import { findLastReader } from '../journal/last-reader-store.ts';
import type { LedgerCounts, LedgerScene, PlannedCorpus } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { type CutReading, listCutScenes, readCutScenes } from '../journal/read-cut-scenes.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { isEnglishProse, otherLanguageReason } from '../reader/is-english-prose.ts';
import { listRetries } from '../runner/open-retry.ts';
import { estimateRereads, listOpenRereads, planRereads } from '../runner/plan-rereads.ts';
import { computeSceneLimit, defaultRunSettings, type RunSettings } from '../runner/run-settings.ts';
import { findRunningProcess } from '../world/open-run-lock.ts';
import { findImplausibleYield, type Yield } from './estimate-yield.ts';
import { countOpenSpeakers } from './list-speaker-proposals.ts';
import type { Quality } from './read-quality.ts';
import { type Conflict, type NewestStep, openSceneLog, type Toolless } from './scene-log-store.ts';

export interface CorpusStanding {
  readonly name: string;
  readonly title: string;
  /** Undefined before the reading of the corpus has begun. */
  readonly planned: PlannedCorpus | undefined;
  /** `same`: the file has not changed since its scenes were planned; `unread`: no scenes are planned yet. */
  readonly file: 'same' | 'changed' | 'vanished' | 'unread';
  /** Whether the corpus is in English, judged by its first posts. The built-in reader reads only English. */
  readonly isEnglish: boolean;
}

/** A scene with the title of its thread, if the corpus is available. */
export interface TitledScene {
  readonly scene: LedgerScene;
  readonly threadTitle: string | undefined;
}

export interface ReadingStatus {
  readonly world: string;
  readonly corpora: readonly CorpusStanding[];
  /** Every run of a reader, oldest first. */
  readonly runs: readonly RunRow[];
  /** The model that most recently read a scene to its end; a later run may have read nothing. */
  readonly readBy: string | undefined;
  /** The process that is reading the world right now. */
  readonly runningProcess: number | undefined;
  /** The request for whose reply that process is waiting. */
  readonly asking: OpenRequest | undefined;
  readonly counts: LedgerCounts;
  readonly totals: Totals;
  readonly entriesNow: number;
  readonly entriesConfirmed: number;
  /** Skipped and failed scenes, in reading order. */
  readonly unread: readonly TitledScene[];
  /** Why the model is asked for tagged updates; undefined if tools are offered to it. */
  readonly toolless: Toolless | undefined;
  /** How many speakers still need a person to say whom they play. */
  readonly speakersWaiting: number;
  readonly folds: readonly FoldMeasures[];
  readonly checkpoints: number;
  readonly conflicts: readonly Conflict[];
  /** Posts that have changed since the stories were read, each with the entries that quote it. */
  readonly differences: readonly CitedDifference[];
  /**
   * What has to be read again: scenes around new posts, rereads that were stopped, and scenes that were read with a
   * cut prompt.
   */
  readonly rereads: PendingRereads;
  /** Scenes that were read with a cut prompt; undefined if there are none. */
  readonly cut: CutReading | undefined;
  /** Entries whose quotes are all gone from the story. */
  readonly groundless: readonly string[];
  /** Set if the glossary has far fewer entries than is likely for the amount of text that was read. */
  readonly implausible: Yield | undefined;
}

/** A request that is under way, as far as the journal shows it. */
export interface OpenRequest {
  readonly model: string;
  readonly sceneId: number;
  readonly threadTitle: string | undefined;
  readonly about: 'scene' | 'fold' | 'entries';
  /** When the last step before the request was recorded (ISO 8601, UTC). */
  readonly since: string;
}

export interface CitedDifference extends NoticedDifference {
  readonly citing: readonly string[];
}

/**
 * Reads the whole status, or only what concerns one corpus; some parts, such as runs, totals and folds, always cover
 * all corpora. Can be called during a run. Throws `StorageError` if the database cannot be read.
 */
export function readStatus(annotator: Annotator, corpusName?: string): ReadingStatus {
  const { world, stores } = annotator;
  const isMeant = (name: string): boolean => corpusName === undefined || name === corpusName;
  const corpusNames = corpusName === undefined ? undefined : [corpusName];
  const sceneLog = openSceneLog(annotator.connection);
  const planned = stores.ledger.readPlannedCorpora();
  const runningProcess = findRunningProcess(world);
  return {
    world: world.title,
    corpora: world.corpora
      .filter(({ name }) => isMeant(name))
      .map(({ name, title }) => {
        const plan = planned.find((one) => one.corpus === name);
        return {
          name,
          title,
          planned: plan,
          file: compareFile(annotator, name, plan),
          isEnglish: isEnglishCorpus(annotator.corpora.get(name)),
        };
      }),
    runs: stores.journal.readRuns(),
    readBy: findLastReader(annotator.connection),
    runningProcess,
    asking: runningProcess === undefined ? undefined : findOpenRequest(annotator),
    counts: stores.ledger.countScenes(corpusNames),
    totals: stores.journal.readTotals(),
    entriesNow: stores.glossary.countEntries({ corpus: corpusName }),
    entriesConfirmed: stores.glossary.countEntries({ status: 'confirmed', corpus: corpusName }),
    unread: stores.ledger
      .readUnread()
      .filter(({ corpus }) => isMeant(corpus))
      .map((scene) => withSceneTitle(annotator, scene)),
    toolless: sceneLog.findToolless(),
    speakersWaiting: countOpenSpeakers(annotator),
    folds: readFolds(annotator),
    checkpoints: sceneLog.countCheckpoints(),
    conflicts: sceneLog.readConflicts(),
    rereads: canHaveRereads(annotator) ? readPendingRereads(annotator, { corpusNames }) : noRereads,
    cut: readCutScenes(annotator),
    groundless: listGroundless(annotator),
    implausible: findImplausibleYield(annotator),
    differences: listOpenDifferences(annotator)
      .filter(({ corpus }) => isMeant(corpus))
      .map((one) => ({
        ...one,
        citing: stores.glossary.listCiting(one.corpus, one.postId).map(({ term }) => term),
      })),
  };
}

const aboutSteps: Readonly<Partial<Record<NewestStep['kind'], OpenRequest['about']>>> = {
  'fold-opened': 'fold',
  'record-closed': 'fold',
  'summary-reply': 'fold',
  'curation-opened': 'entries',
  'curation-reply': 'entries',
};
/** After one of these steps, the model is asked nothing more about the scene. */
const lastSteps: ReadonlySet<string> = new Set(['scene-closed', 'curation-closed', 'checkpointed']);

function findOpenRequest(annotator: Annotator): OpenRequest | undefined {
  const { connection, stores } = annotator;
  const step = openSceneLog(connection).findNewestStep();
  const scene = step === undefined ? undefined : stores.ledger.findScene(step.sceneId);
  const model = stores.journal.readRuns().at(-1)?.model;
  if (step === undefined || scene === undefined || model === undefined || lastSteps.has(step.kind))
    return undefined;
  const { threadTitle } = withSceneTitle(annotator, scene);
  return { model, sceneId: scene.id, threadTitle, about: aboutSteps[step.kind] ?? 'scene', since: step.at };
}

const noRereads: PendingRereads = {
  readings: 0,
  posts: 0,
  addedPosts: 0,
  tokens: 0,
  threads: [],
  cutScenes: 0,
};

/** The differences that were noticed, without inserted posts that have been read since. */
function listOpenDifferences({ stores }: Annotator): readonly NoticedDifference[] {
  const differences = stores.ledger.readDifferences();
  if (!differences.some(({ kind }) => kind === 'inserted')) return differences;
  const done = new Set(
    listRetries(stores).flatMap(({ sceneId, posts, closed }) =>
      closed === 'committed' ? posts.map((id) => `${id} ${stores.ledger.findScene(sceneId)?.corpus}`) : [],
    ),
  );
  return differences.filter(
    ({ corpus, postId, kind }) => kind !== 'inserted' || !done.has(`${postId} ${corpus}`),
  );
}

export function withSceneTitle({ corpora }: Pick<WorldView, 'corpora'>, scene: LedgerScene): TitledScene {
  return { scene, threadTitle: corpora.get(scene.corpus)?.findThread(scene.threadId)?.title };
}

/** How many posts are examined to detect the language of a corpus. */
const sampledPosts = 20;

type JudgedCorpus = Pick<Corpus, 'readStamp' | 'iterateThreads' | 'readRange'>;

const judged = new WeakMap<JudgedCorpus, { readonly stamp: string; readonly isEnglish: boolean }>();

/**
 * Whether a corpus is in English, judged by its first posts at the first request, and again if its file has changed. A
 * corpus that is not available, or has no thread, counts as English.
 */
export function isEnglishCorpus(corpus: JudgedCorpus | undefined): boolean {
  if (corpus === undefined) return true;
  const stamp = corpus.readStamp();
  const kept = judged.get(corpus);
  if (kept?.stamp === stamp) return kept.isEnglish;
  const isEnglish = detectEnglish(corpus);
  judged.set(corpus, { stamp, isEnglish });
  return isEnglish;
}

function detectEnglish(corpus: JudgedCorpus): boolean {
  const [first] = corpus.iterateThreads();
  if (first === undefined) return true;
  const posts = corpus.readRange({ threadId: first.id, limit: sampledPosts });
  return isEnglishProse(posts.map((post) => post.body.slice(0, 2_000)).join('\n'));
}

/** The corpora that the next run searches for new text, since their files changed after their scenes were planned. */
export function listChangedCorpora(annotator: Annotator): readonly string[] {
  return annotator.stores.ledger
    .readPlannedCorpora()
    .filter((plan) => compareFile(annotator, plan.corpus, plan) === 'changed')
    .map(({ corpus }) => corpus);
}

function compareFile(
  { corpora }: Annotator,
  name: string,
  plan: PlannedCorpus | undefined,
): CorpusStanding['file'] {
  const corpus = corpora.get(name);
  if (corpus === undefined) return 'vanished';
  if (plan === undefined) return 'unread';
  return corpus.readFingerprint() === plan.fingerprint ? 'same' : 'changed';
}

/** Reads the folds of the reading, except the first record, which folds nothing. */
function readFolds({ stores }: Annotator): readonly FoldMeasures[] {
  const reading = stores.context.findConversation('reading');
  if (reading === undefined) return [];
  return stores.context.readFoldMeasures(reading.id).filter((fold) => fold.tiers.length > 0);
}

/**
 * Limits a status to what a reader may know. Numbers, except that of the waiting speakers, still cover the whole
 * reading: they reveal its progress, but nothing of the story.
 */
export function filterStatus(status: ReadingStatus, view: WorldView): ReadingStatus {
  const known = readTerms(view);
  const isShown = (sceneId: Parameters<typeof view.stores.ledger.findScene>[0]): boolean =>
    view.stores.ledger.findScene(sceneId) !== undefined;
  return {
    ...status,
    unread: status.unread.map(({ scene }) => withSceneTitle(view, scene)),
    speakersWaiting: countOpenSpeakers(view),
    asking: status.asking && { ...status.asking, threadTitle: undefined },
    conflicts: status.conflicts.filter(({ sceneId }) => isShown(sceneId)),
    rereads: { ...status.rereads, threads: [] },
    groundless: status.groundless.filter((term) => known.has(term)),
    differences: status.differences.map((one) => ({
      ...one,
      citing: one.citing.filter((term) => known.has(term)),
    })),
  };
}

/** Limits the lists of entries to entries known at the view's place. */
export function filterQuality(quality: Quality, view: WorldView): Quality {
  const known = readTerms(view);
  return {
    ...quality,
    junkSuspects: quality.junkSuspects.filter((term) => known.has(term)),
    undecided: quality.undecided.filter((term) => known.has(term)),
    duplicateSuspects: quality.duplicateSuspects.filter((pair) => pair.every((term) => known.has(term))),
  };
}

function readTerms({ stores: { glossary } }: WorldView): ReadonlySet<string> {
  return new Set([...glossary.iterateNames()].map(({ term }) => term));
}

export interface PendingRereads {
  /** How many readings are needed, each at most as long as a scene; includes a reading that was left unfinished. */
  readonly readings: number;
  readonly posts: number;
  /** How many of these posts were inserted, or replaced others, after the reading had passed their place. */
  readonly addedPosts: number;
  /** About how many tokens the posts have. */
  readonly tokens: number;
  /** Titles of the threads to be read again, in order. */
  readonly threads: readonly string[];
  /** How many more scenes were read with a cut prompt. */
  readonly cutScenes: number;
}

interface RereadOptions {
  readonly threadId?: ThreadId | undefined;
  readonly corpusNames?: readonly string[] | undefined;
  /** The settings of the run; if undefined, the default settings. */
  readonly settings?: Pick<RunSettings, 'contextBudget' | 'sceneWords'> | undefined;
}

/** Looks through the posts of the stories. Can be called during a run. */
export function readPendingRereads(annotator: Annotator, options: RereadOptions = {}): PendingRereads {
  const { corpora, stores } = annotator;
  const limits = { maxCharacters: computeSceneLimit(options.settings ?? defaultRunSettings) };
  const wanted = [...corpora.values()].filter(({ name }) => options.corpusNames?.includes(name) !== false);
  const planned = wanted.map((corpus) => {
    const rereads = planRereads({ corpus, stores, limits, threadId: options.threadId });
    const cut = listCutScenes(annotator, corpus.name).filter(
      ({ id }) => !rereads.some(({ scene }) => scene.id === id),
    );
    return { corpus, rereads, tokens: estimateRereads(corpus, rereads), cutScenes: cut.length };
  });
  const cutScenes = planned.reduce((sum, one) => sum + one.cutScenes, 0);
  const rereads = planned.flatMap((one) => one.rereads);
  const titles = planned.flatMap(({ corpus, rereads: found }) =>
    found.flatMap(({ posts: [first] }) => {
      const post = first === undefined ? undefined : corpus.findPost(first);
      return post === undefined ? [] : [corpus.findThread(post.threadId)?.title ?? `Thread ${post.threadId}`];
    }),
  );
  return {
    readings: rereads.length + listOpenRereads(stores).length + cutScenes,
    posts: rereads.reduce((sum, { posts }) => sum + posts.length, 0),
    addedPosts: rereads.reduce((sum, { addedPosts }) => sum + addedPosts, 0),
    tokens: planned.reduce((sum, { tokens }) => sum + tokens, 0),
    threads: [...new Set(titles)],
    cutScenes,
  };
}

function canHaveRereads({ corpora, stores }: Annotator): boolean {
  if (stores.ledger.readDifferences().some(({ kind }) => kind === 'inserted')) return true;
  return stores.ledger
    .readPlannedCorpora()
    .some(({ corpus }) => corpora.get(corpus)?.readStamp() !== stores.ledger.findStamp(corpus));
}

/** Terms of entries whose quotes all occur only in an earlier version of the story. */
function listGroundless({ corpora, stores }: Annotator): readonly string[] {
  return [...stores.glossary.iterateEntries()].flatMap((entry) =>
    isOnFormer(corpora, entry) ? [entry.term] : [],
  );
}

/**
 * Whether there are unread scenes, and all of them are in languages that the built-in reader does not know. It will
 * never read these.
 */
export function isLeftToModels({
  unread,
}: {
  readonly unread: readonly Pick<TitledScene, 'scene'>[];
}): boolean {
  return unread.length > 0 && unread.every(({ scene }) => scene.lastError === otherLanguageReason);
}
