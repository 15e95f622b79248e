// Pairs the threads of two versions of a story: those that are equal, or else share many words, or else have equal titles.

import { alignSequences, chooseRising, type Pair } from './align-sequences.ts';
import { hashText, type OutlineThread } from './build-outline.ts';

export interface PairedThreads {
  /** Pairs of threads in the same order as before. */
  readonly kept: readonly Pair[];
  /** Pairs of threads whose place among the others has changed. */
  readonly moved: readonly Pair[];
}

/** Two threads are paired by shared units only if at least one in this many units of the shorter thread is shared. */
const leastShare = 4;

/** Returns pairs of indexes into the two lists. Takes time in proportion to the length of the threads. */
export function alignThreads(
  before: readonly OutlineThread[],
  after: readonly OutlineThread[],
): PairedThreads {
  const equal = alignSequences(before.map(hashThread), after.map(hashThread));
  const open = {
    before: listOpen(before.length, new Set(equal.map(([place]) => place))),
    after: listOpen(after.length, new Set(equal.map(([, place]) => place))),
  };
  const likely = chooseLikely(before, after, open);
  const between = likely.filter((pair) => isBetween(pair, equal));
  const kept = [...equal, ...chooseRising(between)].sort(([one], [other]) => one - other);
  const isKept = new Set(kept.map(([place]) => place));
  return { kept, moved: likely.filter(([place]) => !isKept.has(place)) };
}

function hashThread({ title, posts }: OutlineThread): string {
  return hashText(JSON.stringify([title, posts.map(({ units }) => units)]));
}

function listOpen(length: number, taken: ReadonlySet<number>): readonly number[] {
  return Array.from({ length }, (_, place) => place).filter((place) => !taken.has(place));
}

interface OpenThreads {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Pairs open threads: first those that share the most units; then, of the threads left over, those with the same title.
 * The first indexes of the pairs rise.
 */
function chooseLikely(
  before: readonly OutlineThread[],
  after: readonly OutlineThread[],
  open: OpenThreads,
): readonly Pair[] {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const take = (place: number, other: number) => {
    if (pairs.has(place) || taken.has(other)) return;
    pairs.set(place, other);
    taken.add(other);
  };
  const shared = countShared(before, after, open).filter(({ place, other, votes }) => {
    const sizes = [countUnits(before[place]), countUnits(after[other])];
    return votes * leastShare >= Math.min(...sizes);
  });
  shared.sort((one, other) => other.votes - one.votes || one.place - other.place);
  for (const { place, other } of shared) take(place, other);
  const titles = buildTitleIndex(after, open.after);
  for (const place of open.before) {
    const other = titles.get(normaliseTitle(before[place]?.title ?? ''));
    if (other !== undefined) take(place, other);
  }
  return [...pairs].sort(([one], [other]) => one - other);
}

interface Votes {
  readonly place: number;
  readonly other: number;
  readonly votes: number;
}

/**
 * How many units each pair of open threads shares; a unit counts only if exactly one open thread of the new version has
 * it.
 */
function countShared(
  before: readonly OutlineThread[],
  after: readonly OutlineThread[],
  open: OpenThreads,
): Votes[] {
  const homes = new Map<string, number>();
  const ambiguous = -1;
  for (const place of open.after) {
    for (const unit of listUnits(after[place])) {
      const home = homes.get(unit);
      homes.set(unit, home === undefined || home === place ? place : ambiguous);
    }
  }
  return open.before.flatMap((place) => {
    const votes = new Map<number, number>();
    for (const unit of listUnits(before[place])) {
      const home = homes.get(unit);
      if (home !== undefined && home !== ambiguous) votes.set(home, (votes.get(home) ?? 0) + 1);
    }
    return [...votes].map(([other, count]) => ({ place, other, votes: count }));
  });
}

function listUnits(thread: OutlineThread | undefined): readonly string[] {
  return (thread?.posts ?? []).flatMap(({ units }) => units);
}

function countUnits(thread: OutlineThread | undefined): number {
  return (thread?.posts ?? []).reduce((sum, { units }) => sum + units.length, 0);
}

/** Open threads by title, without titles that several of them have. */
function buildTitleIndex(
  threads: readonly OutlineThread[],
  open: readonly number[],
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const place of open) {
    const title = normaliseTitle(threads[place]?.title ?? '');
    if (places.has(title)) repeated.add(title);
    places.set(title, place);
  }
  return new Map([...places].filter(([title]) => !repeated.has(title)));
}

/** Two titles with words are compared without regard to case, white space, punctuation and symbols. */
export function normaliseTitle(title: string): string {
  const words = title.normalize('NFKC').toLowerCase();
  return words.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') ?? words.replace(/\s+/gu, ' ').trim();
}

/** Whether a pair is between the same two pairs in both lists. */
function isBetween([place, other]: Pair, pairs: readonly Pair[]): boolean {
  let low = 0;
  let high = pairs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle]?.[0] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const before = pairs[low - 1]?.[1] ?? -1;
  const behind = pairs[low]?.[1] ?? Number.POSITIVE_INFINITY;
  return before < other && other < behind;
}
