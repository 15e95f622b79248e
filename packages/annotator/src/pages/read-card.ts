// Reads the card of an entry as a reader knows it at one sentence of the story.

import { type EntryState, listStates } from '../as-of/list-states.ts';
import type { ThreadId } from '../corpus/corpus.ts';
import { findKind } from '../export/exported-glossary.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { sortQuotes } from '../glossary/sort-quotes.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { listHeadNames } from '../glossary/term-forms.ts';
import { type QuoteAccount, readQuote } from '../inspect/read-quote.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readReachedScene } from '../moments/resolve-moment.ts';
import { nameChapter } from '../world/name-chapter.ts';
import { findNaming, isEarlierPost } from './find-naming.ts';
import { findOpenScene, findSceneAt, listPlacedScenes, type TextPlace } from './find-scene-at.ts';
import { buildStopFinder, findKnownStop } from './place-within.ts';

export interface CardRelation {
  readonly wording: string;
  readonly to: { readonly id: EntryId; readonly term: string };
}

export interface EntryCard {
  readonly id: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly kind: string | undefined;
  /** Undefined if no scene that was read so far says what the entry is. */
  readonly definition: string | undefined;
  readonly isConfirmed: boolean;
  /**
   * Whether the story has named the thing, but the thing is not an entry yet. The card then shows only its name and
   * the quotes up to the place.
   */
  readonly isNewHere: boolean;
  /** Where the story first names the entry. */
  readonly first: {
    readonly corpus: string;
    readonly threadId: ThreadId;
    readonly title: string | undefined;
  };
  /** The most informative quotes so far. */
  readonly quotes: readonly QuoteAccount[];
  readonly quotesInAll: number;
  readonly relations: readonly CardRelation[];
}

/** How many quotes a card shows; the page of the entry has the others. */
const shownQuotes = 3;

/**
 * Returns what was known at the end of the previous scene, with quotes of the open scene up to the place. If the
 * reader has already finished the open scene, includes a person's corrections that hold from this scene on. Undefined
 * if the story has not yet named the entry.
 */
export function findCard(annotator: Annotator, id: EntryId, place: TextPlace): EntryCard | undefined {
  const scene = findSceneOf(annotator, place);
  const reached = readReachedScene(annotator);
  const known = findKnownStop(scene, reached);
  const entry = findEntryAt(annotator, id, known);
  if (entry === undefined) return findNewCard(annotator, id, { place, scene });
  const evidence = listReached(annotator, { ...entry, ...addFresh(annotator, entry, scene) }, place);
  const shown = sortQuotes(entry, evidence);
  const { corpus, threadId } = entry.firstSeen;
  return {
    id,
    term: entry.term,
    aliases: entry.aliases,
    kind: findKind(entry.tags),
    definition: entry.definition === '' ? undefined : entry.definition,
    isConfirmed: isConfirmedAt(annotator, entry, Math.max(known, reached)),
    isNewHere: false,
    first: { corpus, threadId, title: findTitle(annotator, corpus, threadId) },
    ...readQuotes(annotator, shown),
    relations: listRelations(annotator, entry, known),
  };
}

function readQuotes(
  annotator: Annotator,
  shown: readonly { readonly piece: Evidence; readonly isSupporting: boolean }[],
): Pick<EntryCard, 'quotes' | 'quotesInAll'> {
  return {
    quotes: shown.slice(0, shownQuotes).map(({ piece, isSupporting }) => ({
      ...readQuote(annotator, piece),
      ...(isSupporting ? { isSupporting: true as const } : {}),
    })),
    quotesInAll: shown.length,
  };
}

interface OpenPlace {
  readonly place: TextPlace;
  /** The scene that a reader at the place is reading. */
  readonly scene: number;
}

/**
 * The card of a thing that becomes an entry in the open scene or later; undefined if the story has not yet named the
 * thing.
 */
function findNewCard(annotator: Annotator, id: EntryId, { place, scene }: OpenPlace): EntryCard | undefined {
  const here = findEntryAt(annotator, id, scene);
  const entry = here ?? listStatesOf(annotator, id)[0]?.entry;
  const naming = entry && findNaming(annotator, listHeadNames(entry), place);
  if (entry === undefined || naming === undefined) return undefined;
  const { corpus, threadId } = naming.position;
  const bearing = buildSurfaceIndex();
  bearing.set(id, listHeadNames(entry));
  const evidence = listReached(annotator, entry, place).filter(
    ({ quote }) => bearing.listMatches(quote).length > 0,
  );
  return {
    id,
    term: naming.name,
    aliases: [],
    kind: here === undefined ? undefined : findKind(entry.tags),
    definition: undefined,
    isConfirmed: false,
    isNewHere: true,
    first: { corpus, threadId, title: findTitle(annotator, corpus, threadId) },
    ...readQuotes(annotator, sortQuotes({ ...entry, aliases: [] }, evidence)),
    relations: [],
  };
}

/**
 * Uses the status at the place that the reader has reached, even if this is later: a status reveals nothing of the
 * story.
 */
function isConfirmedAt(annotator: Annotator, entry: GlossaryEntry, stop: number): boolean {
  return (findEntryAt(annotator, entry.id, stop) ?? entry).status === 'confirmed';
}

function findTitle(annotator: Annotator, corpus: string, threadId: ThreadId): string | undefined {
  const title = annotator.corpora.get(corpus)?.findThread(threadId)?.title;
  return title && nameChapter(annotator, corpus, title);
}

/**
 * The number of the scene that a reader at the place is reading. If the story has no such post, a number higher than
 * any scene's.
 */
function findSceneOf(annotator: Annotator, place: TextPlace): number {
  const standing = annotator.corpora.get(place.corpus)?.findPlace(place.postId);
  if (standing === undefined) return Number.MAX_SAFE_INTEGER;
  const thread = { corpus: place.corpus, threadId: standing.threadId };
  const scenes = listPlacedScenes(annotator, thread);
  return findOpenScene(annotator, thread, { scenes, found: findSceneAt(scenes, standing, place.offset) });
}

/** The entry at a stop: the end of a scene, or a point within a scene. */
function findEntryAt(annotator: Annotator, id: EntryId, stop: number): GlossaryEntry | undefined {
  const entry = listStatesOf(annotator, id).findLast((state) => state.stop <= stop)?.entry;
  return entry?.term === '' ? undefined : entry;
}

function listStatesOf({ connection }: Annotator, id: EntryId): readonly EntryState[] {
  const places = openCorrectionStore(connection).readPlaces(id);
  const revisions = openRevisionStore(connection).read(id);
  return listStates(
    revisions,
    buildStopFinder(revisions, (revision) => places.get(revision)),
  );
}

/** The entry with the quotes that the open scene adds. */
function addFresh(
  annotator: Annotator,
  entry: GlossaryEntry,
  scene: number,
): Pick<GlossaryEntry, 'evidence'> {
  const later = findEntryAt(annotator, entry.id, scene)?.evidence ?? [];
  const known = new Set(entry.evidence.map(({ postId, start, end }) => `${postId} ${start} ${end}`));
  return {
    evidence: [
      ...entry.evidence,
      ...later.filter(({ postId, start, end }) => !known.has(`${postId} ${start} ${end}`)),
    ],
  };
}

/** The quotes that end before the place, and all quotes from other stories. */
function listReached(
  { corpora }: Annotator,
  { evidence }: Pick<GlossaryEntry, 'evidence'>,
  place: TextPlace,
): readonly Evidence[] {
  const here = corpora.get(place.corpus);
  return evidence.filter((piece) => {
    if (piece.corpus !== place.corpus) return true;
    if (piece.postId === place.postId) return piece.end <= place.offset;
    return here !== undefined && isEarlierPost(here, piece.postId, place.postId);
  });
}

/**
 * The entry's relations to other entries that are known at the stop, each once. If an entry was merged by then, the
 * entry that it had become counts.
 */
function listRelations(annotator: Annotator, entry: GlossaryEntry, stop: number): readonly CardRelation[] {
  const shown = (entry.relations ?? []).flatMap(({ kind, to }) => {
    const other = findEntryThroughMergesAt(annotator, to, stop);
    const isShown = other !== undefined && other.id !== entry.id;
    return isShown ? [{ wording: kind, to: { id: other.id, term: other.term } }] : [];
  });
  return [...new Map(shown.map((one) => [`${one.wording} ${one.to.id}`, one])).values()];
}

/** The entry at a stop, or the one into which it had been merged by then. */
function findEntryThroughMergesAt(
  annotator: Annotator,
  id: EntryId,
  stop: number,
): GlossaryEntry | undefined {
  const passed = new Set<number>();
  let next: number | undefined = id;
  while (next !== undefined && !passed.has(next)) {
    passed.add(next);
    const state: EntryState | undefined = listStatesOf(annotator, next as EntryId).findLast(
      (one) => one.stop <= stop,
    );
    if (state?.entry !== undefined) return state.entry.term === '' ? undefined : state.entry;
    next = state?.into;
  }
  return undefined;
}
