// Finds the moment a place means in what was really read of a world.

import { UsageError } from '@terrarium/kernel/errors';
import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, Thread, ThreadId } from '../corpus/corpus.ts';
import type { RevisionId } from '../glossary/entry.ts';
import { parseHeading } from '../importers/parse-heading.ts';
import type { Annotator } from '../open-annotator.ts';
import type { LedgerScene } from '../runner/ledger-store.ts';
import { buildSnapshotMoment, type Moment } from './moment.ts';
import { type PostPlace, parsePlace, type Side, type ThreadPlace } from './parse-place.ts';

interface FoundThread {
  readonly corpus: Corpus;
  readonly thread: Thread;
}

const shownCandidates = 6;

/**
 * The moment of `text` (see `parsePlace`). A place inside a scene means the scenes before it: who has read half of one knows
 * nothing that was only learnt from the whole. Throws `UsageError` for a place that is not there or not clear.
 */
export function findMoment(annotator: Annotator, text: string): Moment {
  const parsed = parsePlace(text);
  if (!parsed.ok) throw refuse(`"${text}" is no place in a story.`, parsed.say);
  const { place } = parsed;
  switch (place.kind) {
    case 'snapshot':
      return findSnapshotMoment(annotator, place.number);
    case 'revision':
      return { at: 'revision', revision: place.number as RevisionId };
    case 'post':
      return { at: 'scene', sceneId: findSceneOfPost(annotator, place) };
    default:
      return { at: 'scene', sceneId: findSceneOfPlace(annotator, place) };
  }
}

function findSnapshotMoment({ stores }: Annotator, id: number): Moment {
  const snapshot = stores.snapshots.find(id);
  if (snapshot === undefined) {
    throw refuse(`There is no snapshot ${id}.`, 'See which there are with "annotate snapshot list".');
  }
  return buildSnapshotMoment(snapshot);
}

function findSceneOfPlace(annotator: Annotator, place: ThreadPlace): SceneId {
  const { corpus, thread } = findOneThread(annotator, place);
  const scenes = [...annotator.stores.ledger.iterateScenes()];
  return findSceneOfThread({ corpus, threadId: thread.id, side: place.side }, scenes);
}

interface ThreadSide {
  readonly corpus: Corpus;
  readonly threadId: ThreadId;
  readonly side: Side;
}

/** The last scene of the thread, or of those before it; threads without a scene stand where the corpus has them. */
function findSceneOfThread({ corpus, threadId, side }: ThreadSide, scenes: readonly LedgerScene[]): SceneId {
  const places = new Map([...corpus.iterateThreads()].map((thread, index) => [thread.id, index]));
  const limit = places.get(threadId) ?? 0;
  const isKnown = (scene: LedgerScene): boolean => {
    const place = places.get(scene.threadId) ?? 0;
    return scene.corpus === corpus.name && (side === 'after' ? place <= limit : place < limit);
  };
  return scenes.findLast(isKnown)?.id ?? findSceneBefore(corpus, scenes);
}

function findSceneOfPost(annotator: Annotator, place: PostPlace): SceneId {
  const scenes = [...annotator.stores.ledger.iterateScenes()];
  const postId = place.number as PostId;
  const corpora = listCorpora(annotator, place.corpus).filter((one) => one.findPost(postId) !== undefined);
  const [corpus] = corpora;
  const post = corpus?.findPost(postId);
  if (corpus === undefined || post === undefined) {
    throw refuse(
      `There is no post ${place.number}.`,
      'Quotes name their posts: see "annotate inspect TERM".',
    );
  }
  refuseSeveral(
    `post:${place.number}`,
    corpora.map((one) => `post:${place.number}@${one.name}`),
  );
  const { threadId } = post;
  const isRead = (scene: LedgerScene): boolean => {
    if (place.side === 'before' && scene.lastPostId === postId) return false;
    const range = { threadId, startPostId: scene.lastPostId, endPostId: postId, limit: 1 };
    return corpus.readRange(range).length > 0;
  };
  const here = scenes.filter((scene) => scene.corpus === corpus.name && scene.threadId === threadId);
  return here.findLast(isRead)?.id ?? findSceneOfThread({ corpus, threadId, side: 'before' }, scenes);
}

/** Corpora are read one after another: whoever begins one has read what was read before it. */
function findSceneBefore(corpus: Corpus, scenes: readonly LedgerScene[]): SceneId {
  const first = scenes.findIndex((scene) => scene.corpus === corpus.name);
  return (scenes[first - 1]?.id ?? 0) as SceneId;
}

function findOneThread(annotator: Annotator, place: ThreadPlace): FoundThread {
  const all = listCorpora(annotator, place.corpus).flatMap((corpus) =>
    [...corpus.iterateThreads()].map((thread) => ({ corpus, thread })),
  );
  const found = chooseThreads(all, place);
  const [first] = found;
  if (first !== undefined) {
    refuseSeveral(
      describePlace(place),
      found.map(({ corpus, thread }) => `thread:${thread.id}@${corpus.name} (${thread.title})`),
    );
    return first;
  }
  const known = all.slice(0, shownCandidates).map(({ thread }) => `thread:${thread.id} (${thread.title})`);
  throw refuse(
    `There is no ${describePlace(place)} in this world.`,
    `There is: ${known.join(', ')}${all.length > shownCandidates ? ', …' : ''}.`,
  );
}

function chooseThreads(all: readonly FoundThread[], place: ThreadPlace): readonly FoundThread[] {
  if (place.kind === 'thread') return all.filter(({ thread }) => thread.id === place.number);
  if (place.kind === 'chapter') {
    const named = all.filter(({ thread }) => findChapterNumbers(thread.title).includes(place.number));
    return named.length > 0 ? named : all.slice(place.number - 1, place.number);
  }
  const wanted = foldTitle(place.title);
  const equal = all.filter(({ thread }) => foldTitle(thread.title) === wanted);
  return equal.length > 0 ? equal : all.filter(({ thread }) => foldTitle(thread.title).includes(wanted));
}

/** A title may name its part too: "Book Two — Chapter 4". The number asked for is the chapter's, the last one named. */
function findChapterNumbers(title: string): readonly number[] {
  const pieces = [title, ...title.split(/\s*[—–:|,]\s*/u)];
  const numbers = pieces
    .flatMap((piece) => parseHeading(piece) ?? [])
    .filter(({ level }) => level !== 'part');
  return numbers.flatMap(({ number }) => (number === undefined ? [] : [number]));
}

function foldTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function describePlace(place: ThreadPlace): string {
  return place.kind === 'title' ? `thread called "${place.title}"` : `${place.kind} ${place.number}`;
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
