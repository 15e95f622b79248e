// Marks the names in a chapter that its reader knows at that point, and says which are named for the first time.

import { buildBodyReader } from '../export/open-glossary-for.ts';
import type { EntryId } from '../glossary/entry.ts';
import { openReadingStore, type ReadingStore } from '../glossary/reading-store.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { TextPlace } from './find-scene-at.ts';
import type { MarkedPart, NameHistory, NamesAt } from './name-history.ts';
import { findKnownStop } from './place-within.ts';

/** A name in a text, with its range in UTF-16 offsets. */
export interface NameMark {
  readonly start: number;
  readonly end: number;
  /** The entries with this name; several if they are homographs. */
  readonly entries: readonly number[];
  /** Whether the story names the thing here for the first time. */
  readonly isNew: boolean;
}

/** A text of the story, and its place. */
export interface PlacedText {
  readonly place: TextPlace;
  readonly text: string;
  /** Whether the text is part of the story. In a post by a reader, nothing counts as named for the first time. */
  readonly isStory: boolean;
  /** The scene in which the text was read. */
  readonly scene: LedgerScene | undefined;
}

export interface MarkerOptions {
  readonly annotator: Annotator;
  readonly history: NameHistory;
  /** The scene that is assumed for a text that belongs to none. */
  readonly first: number;
  /** The last scene that the reader has finished. */
  readonly reached: number;
}

/**
 * Returns a function that finds the marks of a text; call it with the texts in the order of the story. Things that
 * become entries only later are also marked, under the first names of their entries. The first mention of such a thing
 * in the story is marked as new.
 */
export function openMarker(options: MarkerOptions): (text: PlacedText) => readonly NameMark[] {
  const { annotator, history, first, reached } = options;
  const met = new Set<number>();
  const findFirst = buildFirstFinder(annotator, history);
  return ({ place, text, isStory, scene }) => {
    const names = history.readNames(findKnownStop(scene?.id ?? first, reached));
    return listMatches(names, text, isStory && scene !== undefined).map(({ start, end, ids, isComing }) => {
      const isNew = isComing && ids.some((id) => !met.has(id) && isWithin(place, findFirst(id, names)));
      for (const id of ids) met.add(id);
      return { start, end, entries: ids, isNew };
    });
  };
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly number[];
  /** Whether the entries with these ids are created only in this scene or later. */
  readonly isComing: boolean;
}

function listMatches({ known, coming }: NamesAt, text: string, withComing: boolean): readonly Match[] {
  const marks = known.listMatches(text).map(({ ids, start, end }) => ({ start, end, ids, isComing: false }));
  if (!withComing) return marks;
  const news = coming.listMatches(text).map(({ ids, start, end }) => ({ start, end, ids, isComing: true }));
  return mergeMatches(marks, news);
}

/** If two matches overlap, the longer one is kept. */
function mergeMatches(known: readonly Match[], news: readonly Match[]): readonly Match[] {
  if (news.length === 0) return known;
  const all = [...known, ...news].toSorted(
    (one, other) =>
      one.start - other.start || other.end - one.end || Number(one.isComing) - Number(other.isComing),
  );
  const merged: Match[] = [];
  for (const match of all) {
    const last = merged.at(-1);
    if (last === undefined || match.start >= last.end) merged.push(match);
    else if (match.end - match.start > last.end - last.start) merged[merged.length - 1] = match;
  }
  return merged;
}

/**
 * For a thing that becomes an entry only later, finds the first part of the story in which it is marked. Searches only
 * once for each entry.
 */
function buildFirstFinder(
  annotator: Annotator,
  history: NameHistory,
): (id: number, names: NamesAt) => MarkedPart | undefined {
  let reading: ReadingStore | undefined;
  const find = (id: number, names: NamesAt): MarkedPart | undefined => {
    reading ??= openReadingStore(annotator.connection, buildBodyReader(annotator));
    for (const { partId, text } of reading.iteratePages(history.readHeads(id as EntryId))) {
      if (!listMatches(names, text, true).some(({ ids }) => ids.includes(id))) continue;
      const part = reading.findPart(partId);
      return part && { ...part.position, start: part.start, end: part.end };
    }
    return undefined;
  };
  return (id, names) => {
    const { firstMarks } = history;
    if (!firstMarks.has(id)) firstMarks.set(id, find(id, names));
    return firstMarks.get(id);
  };
}

function isWithin({ corpus, postId, offset }: TextPlace, part: MarkedPart | undefined): boolean {
  if (part?.corpus !== corpus || part.postId !== postId) return false;
  return part.start <= offset && offset < part.end;
}
