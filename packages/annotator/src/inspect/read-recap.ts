// Reads the story so far at a place: the summaries that were written by then, and what was noted where there is none.

import { Bug } from '@terrarium/kernel/errors';
import type { FoldRecord, SceneId } from '../context/message-log.ts';
import { isSameThread, nameThread, type Position, type ThreadRef } from '../corpus/corpus.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { computeSalience } from '../glossary/salience.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { WorldView } from '../moments/open-world-view.ts';

export interface RecapPlace extends Position {
  readonly threadTitle: string | undefined;
}

/** A stretch of the story, from its first post to its last. */
export interface RecapPart {
  readonly first: RecapPlace;
  readonly last: RecapPlace;
  readonly posts: number;
  /** Undefined where no summary was written by then. */
  readonly summary: RecapSummary | undefined;
  /** Where there is no summary: the entries that are met first in this part, those that matter most. */
  readonly noted: readonly GlossaryEntry[];
  /** How many more there are. */
  readonly notedMore: number;
}

export interface RecapSummary {
  readonly text: string;
  /** `extract`: sentences of the story, because what the model wrote could not be used. */
  readonly origin: 'model' | 'extract';
}

export interface Recap {
  readonly parts: readonly RecapPart[];
  /** Scenes up to the place that were skipped: nothing is known of them. */
  readonly skipped: number;
  /** Who read the story, oldest run first. */
  readonly models: readonly string[];
}

const mostNoted = 6;

/**
 * The parts in reading order; of one corpus where its name is given. A summary that tells of several is left whole. A summary counts only if nothing behind the place had been read when it was written.
 * Throws `StorageError` for a damaged fold.
 */
export function readRecap({ stores }: Annotator, view: WorldView, only?: string): Recap {
  const last = findLastKnown(view);
  const scenes = [...stores.ledger.iterateScenes()].filter(
    ({ id, corpus }) => id <= last && (only === undefined || corpus === only),
  );
  const summaries = readSummaries(stores.context, last);
  const stretches = groupScenes(
    scenes.filter(({ status }) => status === 'committed'),
    summaries,
  );
  return {
    parts: stretches.map((stretch) => buildPart(view, stretch)),
    skipped: scenes.filter(({ status }) => status === 'skipped' || status === 'failed').length,
    models: [...new Set(stores.journal.readRuns().map(({ model }) => model))],
  };
}

function findLastKnown({ isAsOf, stores }: WorldView): SceneId {
  return (isAsOf === true ? stores.ledger.countScenes().total : Number.MAX_SAFE_INTEGER) as SceneId;
}

interface Summaries {
  readonly fold: FoldRecord;
  /** Scenes that the window still showed in full. */
  readonly live: ReadonlySet<SceneId>;
  /** The newest scene that had been shown. */
  readonly newest: SceneId;
}

/** The last fold that was applied before anything behind the scene was shown. */
function readSummaries(context: Annotator['stores']['context'], last: SceneId): Summaries | undefined {
  const conversation = context.findConversation('reading');
  if (conversation === undefined) return undefined;
  const end = context.findMessageBehind(last, conversation.id);
  const fold = context.findFold(conversation.id, end);
  if (fold === undefined) return undefined;
  const window = context.readWindow(conversation.id, fold, end);
  const live = new Set(window.map(({ sceneId }) => sceneId));
  const newest = context.readNewestScene(conversation.id, fold.afterSequence);
  return { fold, live, newest };
}

interface Stretch {
  readonly scenes: readonly LedgerScene[];
  readonly summary: RecapSummary | undefined;
}

/** Scenes that follow each other and are told of by the same summary, or stand in the same thread without one. */
function groupScenes(scenes: readonly LedgerScene[], summaries: Summaries | undefined): readonly Stretch[] {
  const stretches: { scenes: LedgerScene[]; key: unknown; summary: RecapSummary | undefined }[] = [];
  for (const scene of scenes) {
    const summary = summaries === undefined ? undefined : findSummary(scene, summaries);
    const key = summary ?? nameThread(scene);
    const open = stretches.at(-1);
    if (open?.key === key) open.scenes.push(scene);
    else stretches.push({ scenes: [scene], key, summary });
  }
  return stretches;
}

function findSummary(
  scene: LedgerScene,
  { fold: { cumulative, chunks }, live, newest }: Summaries,
): RecapSummary | undefined {
  if (live.has(scene.id) || scene.id > newest) return undefined;
  const isTold = (thread: ThreadRef, from: number, to: number): boolean =>
    isSameThread(thread, scene) && from <= scene.sceneIndex && scene.sceneIndex <= to;
  return chunks.find((chunk) => isTold(chunk, chunk.firstScene, chunk.lastScene)) ?? cumulative;
}

function buildPart(view: WorldView, { scenes, summary }: Stretch): RecapPart {
  const [first] = scenes;
  const last = scenes.at(-1);
  if (first === undefined || last === undefined) throw new Bug('A part of a recap has no scene.');
  const noted = summary === undefined ? listNoted(view, { first, last }) : [];
  return {
    first: toPlace(view, first, first.firstPostId),
    last: toPlace(view, last, last.lastPostId),
    posts: scenes.reduce((sum, scene) => sum + scene.posts, 0),
    summary: summary && { text: summary.text, origin: summary.origin },
    noted: noted.slice(0, mostNoted),
    notedMore: Math.max(0, noted.length - mostNoted),
  };
}

function toPlace({ corpora }: WorldView, scene: LedgerScene, postId: Position['postId']): RecapPlace {
  const { corpus, threadId } = scene;
  return { corpus, threadId, postId, threadTitle: corpora.get(corpus)?.findThread(threadId)?.title };
}

/** Entries that are met first in these scenes of one thread, those that matter most first. */
function listNoted(
  { corpora, stores: { glossary } }: WorldView,
  { first, last }: { readonly first: LedgerScene; readonly last: LedgerScene },
): readonly GlossaryEntry[] {
  const { corpus, threadId } = first;
  const range = { threadId, startPostId: first.firstPostId, endPostId: last.lastPostId };
  const posts = new Set((corpora.get(corpus)?.readRange(range) ?? []).map(({ postId }) => postId));
  return [...glossary.iterateEntries({ firstIn: { corpus, threadId } })]
    .filter(({ firstSeen }) => posts.has(firstSeen.postId))
    .map((entry) => ({ entry, salience: computeSalience(glossary.readSpread(entry.id), entry.tags) }))
    .sort((one, other) => other.salience - one.salience || one.entry.id - other.entry.id)
    .map(({ entry }) => entry);
}
