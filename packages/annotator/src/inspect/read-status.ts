// Status: where the reading of a world stands, from what it wrote down.

import type { FoldMeasures } from '../context/fold-store.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { NoticedDifference } from '../journal/follow-store.ts';
import type { RunRow, Totals } from '../journal/journal-store.ts';
import type { LedgerCounts, LedgerScene, PlannedCorpus } from '../journal/ledger-store.ts';
import type { WorldView } from '../places/world-view.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import { listRetries } from '../runner/list-retries.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { findRunningProcess } from '../world/find-running-process.ts';
import { type CutReading, readCutScenes } from './read-cut-scenes.ts';
import { canHaveRereads, listGroundless, type PendingRereads, readPendingRereads } from './read-rereads.ts';
import { type Conflict, openSceneLog } from './scene-log-store.ts';

/** A corpus beside what was planned of it when its reading began. */
export interface CorpusStanding {
  readonly name: string;
  readonly title: string;
  /** Undefined before its reading began. */
  readonly planned: PlannedCorpus | undefined;
  /** `same`: the file is as it was planned from. */
  readonly file: 'same' | 'changed' | 'vanished' | 'unread';
  /** Told by its first posts; the built-in reader can read nothing else. */
  readonly isEnglish: boolean;
}

/** A scene with the title of its thread, where the corpus is there to tell. */
export interface TitledScene {
  readonly scene: LedgerScene;
  readonly threadTitle: string | undefined;
}

export interface ReadingStatus {
  readonly world: string;
  readonly corpora: readonly CorpusStanding[];
  /** Every start of the program, oldest first. */
  readonly runs: readonly RunRow[];
  /** The process that reads the world right now. */
  readonly runningProcess: number | undefined;
  readonly counts: LedgerCounts;
  readonly totals: Totals;
  readonly entriesNow: number;
  readonly entriesConfirmed: number;
  /** Skipped and failed scenes, in reading order. */
  readonly unread: readonly TitledScene[];
  readonly folds: readonly FoldMeasures[];
  readonly checkpoints: number;
  readonly conflicts: readonly Conflict[];
  /** What is otherwise in the stories than it was read, with the entries that quote it. */
  readonly differences: readonly CitedDifference[];
  /** What came before the end of what was read and was not read yet. */
  readonly rereads: PendingRereads;
  /** What was read behind a cut prompt; undefined where nothing was. */
  readonly cut: CutReading | undefined;
  /** Entries that stand only on words which the story has no more. */
  readonly groundless: readonly string[];
}

export interface CitedDifference extends NoticedDifference {
  readonly citing: readonly string[];
}

/** Reads it all; a run may go on beside it. Throws `StorageError` when the database cannot be read. */
export function readStatus(annotator: Annotator): ReadingStatus {
  const { world, stores } = annotator;
  const sceneLog = openSceneLog(annotator.connection);
  const planned = stores.ledger.readPlannedCorpora();
  return {
    world: world.title,
    corpora: world.corpora.map(({ name, title }) => {
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
    runningProcess: findRunningProcess(world),
    counts: stores.ledger.countScenes(),
    totals: stores.journal.readTotals(),
    entriesNow: stores.glossary.countEntries(),
    entriesConfirmed: stores.glossary.countEntries({ status: 'confirmed' }),
    unread: stores.ledger.readUnread().map((scene) => withSceneTitle(annotator, scene)),
    folds: readFolds(annotator),
    checkpoints: sceneLog.countCheckpoints(),
    conflicts: sceneLog.readConflicts(),
    rereads: canHaveRereads(annotator) ? readPendingRereads(annotator) : noRereads,
    cut: readCutScenes(annotator),
    groundless: listGroundless(annotator),
    differences: listOpenDifferences(annotator).map((one) => ({
      ...one,
      citing: stores.glossary.listCiting(one.corpus, one.postId).map(({ term }) => term),
    })),
  };
}

const noRereads: PendingRereads = { readings: 0, posts: 0, tokens: 0, threads: [], cutScenes: 0 };

/** What was inserted and then read again is no difference any more. */
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

/** The scene with its thread's title. */
export function withSceneTitle({ corpora }: Pick<WorldView, 'corpora'>, scene: LedgerScene): TitledScene {
  return { scene, threadTitle: corpora.get(scene.corpus)?.findThread(scene.threadId)?.title };
}

/** Posts looked at for the language of a corpus. */
const sampledPosts = 20;

function isEnglishCorpus(corpus: Corpus | undefined): boolean {
  if (corpus === undefined) return true;
  const [first] = corpus.iterateThreads();
  if (first === undefined) return true;
  const posts = corpus.readRange({ threadId: first.id, limit: sampledPosts });
  return isEnglishProse(posts.map((post) => post.body.slice(0, 2_000)).join('\n'));
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

/** Folds of the reading; the record that opens a conversation folds nothing. */
function readFolds({ stores }: Annotator): readonly FoldMeasures[] {
  const reading = stores.context.findConversation('reading');
  if (reading === undefined) return [];
  return stores.context.readFoldMeasures(reading.id).filter((fold) => fold.tiers.length > 0);
}
