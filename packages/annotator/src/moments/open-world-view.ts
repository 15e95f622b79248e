// Opens a view of a world as a reader at a place in the story knows it, with nothing later.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { type Moment, openMomentStore } from '../as-of/moment-store.ts';
import { openMovingGlossary, type ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { findStart } from '../corpus/find-replacement.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import type { LedgerCounts, LedgerScene, LedgerStore } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { World } from '../world/world.ts';
import { findSceneEnd } from './find-scene-end.ts';
import { resolveMoment } from './resolve-moment.ts';

export type ReadableCorpus = Pick<
  Corpus,
  'name' | 'findThread' | 'findPost' | 'findPlace' | 'findFormer' | 'iterateThreads' | 'readRange'
>;

interface ReadableLedger extends Pick<LedgerStore, 'findScene' | 'readThreadScenes'> {
  countScenes(): Pick<LedgerCounts, 'total'>;
}

export interface WorldView {
  readonly world: World;
  readonly connection: Connection;
  readonly corpora: ReadonlyMap<string, ReadableCorpus>;
  readonly stores: { readonly glossary: ReadableGlossary; readonly ledger: ReadableLedger };
  /**
   * Whether the view is limited to a place. If so, it also leaves out what was written when a scene was read again
   * later.
   */
  readonly isAsOf?: boolean;
  /** The newest part of the story that had been read at the place; undefined if the view has all parts. */
  readonly lastPart?: number;
}

/** The last scene that the view knows. If the view is not limited to a place, a number higher than any scene's. */
export function readLastKnown({ isAsOf, stores }: WorldView): SceneId {
  return (isAsOf === true ? stores.ledger.countScenes().total : Number.MAX_SAFE_INTEGER) as SceneId;
}

export interface OpenedView {
  readonly view: WorldView;
  close(): void;
}

/**
 * Opens the view at `place` (see `parsePlace`). Without a place, the view shows everything. Throws `UsageError` if the
 * place is unknown.
 */
export function openWorldView(annotator: Annotator, place: string | undefined, clock: Clock): OpenedView {
  if (place === undefined) return { view: annotator, close: () => undefined };
  const { showAt, close } = openMovingView(annotator, clock);
  return { view: showAt(place).view, close };
}

export interface ShownView {
  readonly view: WorldView;
  /** The entries that differ from the previous view; undefined if any entry may differ. */
  readonly changed: ReadonlySet<EntryId> | undefined;
  /** Whether the moment is the same as that of the previous view, and no more of the story has been read. */
  readonly isSameMoment: boolean;
}

/** Shows views at one place after another; each view is invalid once the next is shown. */
export interface MovingView {
  /**
   * Takes time in proportion to the changes between the previous place and this one. Throws `UsageError` if the place
   * is unknown.
   */
  showAt(place: string | Moment): ShownView;
  close(): void;
}

export function openMovingView(annotator: Annotator, clock: Clock): MovingView {
  const { connection, world, stores } = annotator;
  const moments = openMomentStore(connection);
  const readBody: ReadBody = (corpus, id) => annotator.corpora.get(corpus)?.findBody(id);
  const moving = openMovingGlossary(connection, { clock, readBody });
  return {
    close: moving.close,
    showAt(place) {
      const moment = typeof place === 'string' ? resolveMoment(annotator, place) : place;
      const lastShown = moments.readLastScene(moment);
      // If the place is a revision, its scene was still being read: its posts had been shown, but not all of its
      // results were recorded.
      const lastKnown = moment.at === 'scene' ? lastShown : lastShown - 1;
      const { glossary, lastPart, ...change } = moving.showAt(moment);
      const rest = { corpora: cutCorpora(annotator, lastShown), isAsOf: true, lastPart };
      const ledger = cutLedger(stores.ledger, lastKnown);
      return { view: { world, connection, ...rest, stores: { glossary, ledger } }, ...change };
    },
  };
}

function cutLedger(ledger: LedgerStore, lastKnown: number): WorldView['stores']['ledger'] {
  const isKnown = (scene: { readonly id: SceneId }): boolean => scene.id <= lastKnown;
  return {
    findScene: (id) => [ledger.findScene(id)].find((scene) => scene !== undefined && isKnown(scene)),
    readThreadScenes: (thread) => ledger.readThreadScenes(thread).filter(isKnown),
    countScenes: () => ({ total: lastKnown }),
  };
}

/** The corpora from which something had been read, each without the posts after the last scene that had been read. */
function cutCorpora({ corpora, stores }: Annotator, lastShown: number): WorldView['corpora'] {
  const limited = new Map<string, ReadableCorpus>();
  for (const corpus of corpora.values()) {
    const last = stores.ledger.findLastScene(corpus.name, lastShown as SceneId);
    if (last !== undefined) limited.set(corpus.name, cutCorpus(corpus, stores.ledger, last));
  }
  return limited;
}

/** The corpus without the posts after `last`, the last scene that had been read. */
function cutCorpus(corpus: Corpus, ledger: LedgerStore, last: LedgerScene): ReadableCorpus {
  const threads = [...corpus.iterateThreads()];
  const end = findSceneEnd(corpus, ledger, last);
  const known = threads.slice(0, threads.findIndex(({ id }) => id === end?.threadId) + 1);
  const places = new Map<ThreadId, number>(known.map(({ id }, place) => [id, place]));
  const isKnown = ({ postId }: StoryPost): boolean => {
    const here = findStart(corpus, postId);
    if (here === undefined || postId === last.lastPostId) return true;
    if (end === undefined || here.threadId !== end.threadId) return places.has(here.threadId);
    return here.ordinal <= end.ordinal;
  };
  const show = (post: StoryPost): readonly StoryPost[] => {
    if (!isKnown(post)) return [];
    const isCut = post.postId === last.lastPostId && last.span !== undefined;
    return [isCut ? { ...post, body: post.body.slice(0, last.span?.end) } : post];
  };
  const findPost = (id: PostId) =>
    [corpus.findPost(id)].flatMap((post) => (post === undefined ? [] : show(post)))[0];
  return {
    name: corpus.name,
    iterateThreads: () => known,
    findThread: (id) => known.find((thread) => thread.id === id),
    findPost,
    findPlace: (id) => (findPost(id) === undefined ? undefined : corpus.findPlace(id)),
    findFormer: (id) => {
      const former = corpus.findFormer(id);
      return former === undefined || findPost(id) === undefined ? undefined : former;
    },
    readRange: (range) => corpus.readRange(range).flatMap(show),
  };
}
