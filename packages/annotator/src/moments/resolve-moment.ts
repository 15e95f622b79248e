// Resolves a place in the story to a moment of the reading.

import { UsageError } from '@terrarium/kernel/errors';
import { type Moment, openMomentStore } from '../as-of/moment-store.ts';
import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, Thread, ThreadId } from '../corpus/corpus.ts';
import { findPlaceNow } from '../corpus/find-replacement.ts';
import { findStanding } from '../corpus/is-reached.ts';
import type { RevisionId } from '../glossary/entry.ts';
import { parseHeading } from '../importers/parse-heading.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { findSceneEnd } from './find-scene-end.ts';
import { buildSnapshotMoment } from './load-snapshot.ts';
import {
  isOnlyNumber,
  nameByTitle,
  type PostPlace,
  parsePlace,
  readReaderPlace,
  type Side,
  type ThreadPlace,
} from './reader-place.ts';

interface FoundThread {
  readonly corpus: Corpus;
  readonly thread: Thread;
}

const shownCandidates = 6;

/**
 * Returns the moment of the place `text` (see `parsePlace`). A place inside a scene means the end of the previous
 * scene: what was learnt from the whole scene would reveal its end. Throws `UsageError` if the place is unknown or
 * ambiguous, or if the glossary was imported.
 */
export function resolveMoment(annotator: Annotator, text: string): Moment {
  return resolvePlace(annotator, text, () => buildReach(annotator));
}

/**
 * Whether a place can be resolved. If the stories have changed, it may no longer mean anything, or mean several
 * places.
 */
export function hasMoment(annotator: Annotator, text: string): boolean {
  try {
    resolveMoment(annotator, text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

type Reach = (one: FoundThread) => boolean;

/** `findReach` is called only if an error has to list threads. */
function resolvePlace(annotator: Annotator, text: string, findReach: () => Reach): Moment {
  const parsed = parsePlace(text);
  if (!parsed.ok) throw refuse(`"${text}" is not a place in a story.`, parsed.say);
  const { place } = parsed;
  switch (place.kind) {
    case 'snapshot':
      return resolveSnapshotMoment(annotator, place.number);
    case 'revision':
      return { at: 'revision', revision: place.number as RevisionId };
    case 'post':
      return { at: 'scene', sceneId: resolveSceneOfPost(annotator, place) };
    default:
      return { at: 'scene', sceneId: resolveSceneOfPlace(annotator, place, findReach) };
  }
}

/** Throws if the glossary was imported: its entries belong to no scene, so they cannot be limited to a place. */
function refuseUnplanned({ stores, world }: Annotator): void {
  if (stores.ledger.isPlanned() || stores.glossary.readNewestRevision() === 0) return;
  throw new UsageError({
    code: 'as-of.nothing-read',
    happened: `The glossary of ${world.dir} was imported, and the story was not read here. So Terrarium cannot tell what was known at an earlier place.`,
    todo: 'Export it with --as-of in the world that read the story, and import that file here; or read the story here with "terrarium read".',
  });
}

function resolveSnapshotMoment({ stores }: Annotator, id: number): Moment {
  const snapshot = stores.snapshots.find(id);
  if (snapshot === undefined) {
    throw refuse(`There is no snapshot ${id}.`, '"annotate snapshot list" shows the snapshots.');
  }
  return buildSnapshotMoment(snapshot);
}

function resolveSceneOfPlace(annotator: Annotator, place: ThreadPlace, findReach: () => Reach): SceneId {
  refuseUnplanned(annotator);
  const { corpus, thread } = requireOneThread(annotator, place, findReach);
  return resolveSceneOfThread(annotator, { corpus, threadId: thread.id, side: place.side });
}

interface ThreadSide {
  readonly corpus: Corpus;
  readonly threadId: ThreadId;
  readonly side: Side;
}

/**
 * The last scene of the threads up to this one; for the side `before`, without this one. If an import removed a
 * thread, it has no place in the story, so its scenes do not count.
 */
function resolveSceneOfThread(annotator: Annotator, { corpus, threadId, side }: ThreadSide): SceneId {
  const { stores } = annotator;
  const places = new Map([...corpus.iterateThreads()].map((thread, index) => [thread.id, index]));
  const limit = places.get(threadId) ?? 0;
  const known = stores.ledger.listThreadEnds(corpus.name).filter((thread) => {
    const place = places.get(thread.threadId) ?? Number.POSITIVE_INFINITY;
    return side === 'after' ? place <= limit : place < limit;
  });
  const last = known.reduce((latest, { last: id }) => Math.max(latest, id), 0) as SceneId;
  // Corpora are read one after another, so the beginning of a corpus comes after everything that was read before it.
  if (known.length > 0) return last;
  return stores.ledger.findLastBefore(corpus.name) ?? findLastOfEarlier(annotator, corpus.name);
}

/** If the story has no planned scenes: the last scene of the stories before it. */
function findLastOfEarlier({ stores, world }: Annotator, name: string): SceneId {
  if (stores.ledger.listThreadEnds(name).length > 0) return 0 as SceneId;
  const names = world.corpora.map((corpus) => corpus.name);
  const earlier = names.slice(0, Math.max(0, names.indexOf(name)));
  const ends = earlier.flatMap((one) => stores.ledger.listThreadEnds(one).map(({ last }) => last));
  return Math.max(0, ...ends) as SceneId;
}

function resolveSceneOfPost(annotator: Annotator, place: PostPlace): SceneId {
  refuseUnplanned(annotator);
  const { corpus, post } = requireOnePost(annotator, place);
  const { postId, threadId } = post;
  const { ledger } = annotator.stores;
  const now = findPlaceNow(corpus, postId, place.side === 'before' ? 'first' : 'last');
  // If nothing took its place, whole scenes count up to the last post before it that is still there.
  const here = now ?? findStanding(corpus, postId);
  const isRead = (scene: LedgerScene): boolean => {
    if (scene.lastPostId === postId) return place.side === 'after';
    const end = now === undefined ? corpus.findPlace(scene.lastPostId) : findSceneEnd(corpus, ledger, scene);
    if (here === undefined || end?.threadId !== threadId) return false;
    return place.side === 'before' ? end.ordinal < here.ordinal : end.ordinal <= here.ordinal;
  };
  const scenes = ledger.readThreadScenes({ corpus: corpus.name, threadId });
  const read = scenes.toSorted((one, other) => one.id - other.id).findLast(isRead);
  return read?.id ?? resolveSceneOfThread(annotator, { corpus, threadId, side: 'before' });
}

/** The post at a place. Throws `UsageError` if the post does not exist, or exists in several corpora. */
export function requireOnePost(annotator: Annotator, place: PostPlace) {
  const postId = place.number as PostId;
  const found = listCorpora(annotator, place.corpus).flatMap((corpus) => {
    const post = corpus.findPost(postId);
    return post === undefined ? [] : [{ corpus, post }];
  });
  const [first] = found;
  if (first === undefined) {
    throw refuse(
      `There is no post ${place.number}.`,
      '"terrarium inspect TERM" shows quotes with their posts.',
    );
  }
  refuseSeveral(
    `post:${place.number}`,
    found.map((one) => `post:${place.number}@${one.corpus.name}`),
  );
  return first;
}

/** The thread at a place. Throws `UsageError` if there is no such thread, or if there are several. */
export function requireOneThread(
  annotator: Annotator,
  place: ThreadPlace,
  findReach: () => Reach,
): FoundThread {
  const all = listCorpora(annotator, place.corpus).flatMap((corpus) =>
    [...corpus.iterateThreads()].map((thread) => ({ corpus, thread })),
  );
  const found = chooseThreads(all, place);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const isReached = findReach();
  const describeTitle = (one: FoundThread): string => (isReached(one) ? ` (${one.thread.title})` : '');
  if (first !== undefined) {
    refuseSeveral(
      describePlace(place),
      found.map((one) => `thread:${one.thread.id}@${one.corpus.name}${describeTitle(one)}`),
    );
  }
  const reached = all.filter(isReached).slice(0, shownCandidates);
  const known = reached.map((one) => `thread:${one.thread.id}${describeTitle(one)}`);
  throw refuse(
    `There is no ${describePlace(place)} in this world.`,
    known.length === 0
      ? 'Name a thread by its number, such as thread:3.'
      : `There is: ${known.join(', ')}${all.length > known.length ? ', …' : ''}.`,
  );
}

/** A title can be a spoiler, so a reader with a place is shown only titles of threads that they have reached. */
export function buildReach(annotator: Annotator): Reach {
  const place = readReaderPlace(annotator.world);
  if (place === undefined) return () => true;
  const last = readStoredScene(annotator, place);
  const scenes = [...annotator.stores.ledger.iterateScenes()].filter(({ id }) => id <= last);
  const reached = new Set(scenes.map(({ corpus, threadId }) => `${threadId} ${corpus}`));
  return ({ corpus, thread }) => reached.has(`${thread.id} ${corpus.name}`);
}

/**
 * The number of the last scene that the reader has finished. If the reader sees the whole story, a number higher than
 * any scene's.
 */
export function readReachedScene(annotator: Annotator): number {
  const place = readReaderPlace(annotator.world);
  return place === undefined ? Number.MAX_SAFE_INTEGER : readStoredScene(annotator, place);
}

/** The scene of the reader's stored place. 0 if the place is gone from the story: no title then counts as reached. */
function readStoredScene(annotator: Annotator, place: string): number {
  try {
    const moment = resolvePlace(annotator, place, () => () => false);
    return openMomentStore(annotator.connection).readLastScene(moment);
  } catch (error) {
    if (error instanceof UsageError) return 0;
    throw error;
  }
}

function chooseThreads(all: readonly FoundThread[], place: ThreadPlace): readonly FoundThread[] {
  if (place.kind === 'thread') return all.filter(({ thread }) => thread.id === place.number);
  if (place.kind === 'chapter') {
    const named = all.filter(({ thread }) => listChapterNumbers(thread.title).includes(place.number));
    return named.length > 0 ? named : all.slice(place.number - 1, place.number);
  }
  const wanted = normaliseTitle(place.title);
  const equal = all.filter(({ thread }) => normaliseTitle(thread.title) === wanted);
  if (equal.length > 0) return equal;
  const number = isOnlyNumber(place.title) ? parseHeading(place.title)?.number : undefined;
  if (number !== undefined) return chooseThreads(all, { ...place, kind: 'chapter', number });
  return all.filter(({ thread }) => normaliseTitle(thread.title).includes(wanted));
}

/**
 * A title may also number its part ("Book Two — Chapter 4"): the number of the chapter counts. A bare number counts
 * only if the title has no chapter number.
 */
function listChapterNumbers(title: string): readonly number[] {
  const pieces = [title, ...title.split(/(?:(?<!\s)\s+)?[—–:|,·]\s*/u)];
  const headings = pieces.flatMap((piece) => parseHeading(piece) ?? []);
  const chapters = headings.filter(({ level }) => level === 'chapter');
  const named = chapters.length > 0 ? chapters : headings.filter(({ level }) => level === 'numeral');
  return named.flatMap(({ number }) => (number === undefined ? [] : [number]));
}

function normaliseTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function describePlace(place: ThreadPlace): string {
  if (place.kind !== 'title') return `${place.kind} ${place.number}`;
  return isOnlyNumber(place.title) ? nameByTitle(place.title) : `thread called "${place.title}"`;
}

function listCorpora({ corpora }: Annotator, name: string | undefined): readonly Corpus[] {
  return [...corpora.values()].filter((corpus) => name === undefined || corpus.name === name);
}

function refuseSeveral(what: string, candidates: readonly string[]): void {
  if (candidates.length <= 1) return;
  const shown = candidates.slice(0, shownCandidates).join(', ');
  throw refuse(
    `${what} may mean several places.`,
    `Say which: ${shown}${candidates.length > shownCandidates ? ', …' : ''}.`,
  );
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'as-of.unknown-place', happened, todo });
}
