// Collects how often each entry is named up to each stop (the end of a thread), by the names that it has by then.

import type { EntryId } from '../../glossary/entry.ts';
import type { PartCount } from '../../glossary/read-parts.ts';
import type { PartPage, ReadingStore } from '../../glossary/reading-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../../glossary/surface-index.ts';
import { listDifferentNames } from '../../glossary/term-forms.ts';
import type { WikiFields } from './wiki-data.ts';

/** The names of an entry from a stop on; before the first stop it has none. */
export interface NamesAt {
  readonly stop: number;
  readonly names: readonly string[];
}

/** Where names are counted, and what was already counted. */
export interface CountedStory {
  readonly reading: Pick<ReadingStore, 'readPage' | 'listParts'>;
  /** Undefined for a part after the last stop. */
  findStopOfPart(part: number): number | undefined;
  /** How often the entry is named today. */
  readMentions(id: EntryId): readonly PartCount[];
  /** The names that the entry has today. */
  readNames(id: EntryId): readonly string[];
}

export interface SeenAt {
  /** Stops at which counts of earlier stops change, because a name is added or removed there. */
  readonly stops: readonly number[];
  readAt(stop: number): WikiFields['seen'];
}

/** A count of one part, from a stop on. */
interface Recount {
  readonly stop: number;
  readonly mentions: number;
}

/**
 * If a name in a part is added or removed after the part's own stop, the part is counted by the names known at its own
 * stop, and again at each stop that changes a name. Every other part has today's count, and its text is not read.
 */
export function collectSeen(
  histories: ReadonlyMap<EntryId, readonly NamesAt[]>,
  story: CountedStory,
): (id: EntryId) => SeenAt {
  const renamed = listRenamings(histories, story);
  const recounted = listRecounted(renamed, story);
  const counts = countAgain(renamed, recounted, story);
  return (id) =>
    buildSeen(story, {
      settled: story.readMentions(id).filter(({ partId }) => !recounted.has(partId)),
      recounts: counts.get(id) ?? new Map(),
    });
}

interface RenamedAt {
  readonly id: EntryId;
  readonly stop: number;
  readonly before: readonly string[];
  readonly names: readonly string[];
}

/**
 * All changes of names, in the order of their stops. The changes to the names of today come last, at an infinite stop.
 */
function listRenamings(
  histories: ReadonlyMap<EntryId, readonly NamesAt[]>,
  { readNames }: CountedStory,
): readonly RenamedAt[] {
  const renamed: RenamedAt[] = [];
  for (const [id, history] of histories) {
    let before: readonly string[] = [];
    for (const { stop, names } of [...history, { stop: Number.POSITIVE_INFINITY, names: readNames(id) }]) {
      if (listDifferentNames(before, names).length > 0) renamed.push({ id, stop, before, names });
      before = names;
    }
  }
  return renamed.toSorted((one, other) => one.stop - other.stop);
}

/** For each part with a name that is added or removed after the part's own stop: the stops of these changes. */
function listRecounted(
  renamed: readonly RenamedAt[],
  { reading, findStopOfPart, readMentions, readNames }: CountedStory,
): ReadonlyMap<number, ReadonlySet<number>> {
  const recounted = new Map<number, Set<number>>();
  for (const { id, stop, before, names } of renamed) {
    const today = new Set(readNames(id));
    const isNew = before.length === 0 && names.every((name) => today.has(name));
    const parts = isNew
      ? readMentions(id).map(({ partId }) => partId)
      : reading.listParts(listDifferentNames(before, names));
    for (const part of parts) {
      const own = findStopOfPart(part);
      if (own === undefined || own >= stop) continue;
      recounted.set(part, (recounted.get(part) ?? new Set()).add(stop));
    }
  }
  return recounted;
}

type Recounts = ReadonlyMap<number, readonly Recount[]>;

/** The counts of the parts in `recounted`, by entry and part, in the order of their stops. */
function countAgain(
  renamed: readonly RenamedAt[],
  recounted: ReadonlyMap<number, ReadonlySet<number>>,
  { reading, findStopOfPart }: CountedStory,
): ReadonlyMap<EntryId, Recounts> {
  const due = [...recounted]
    .flatMap(([part, later]) => [findStopOfPart(part) ?? 0, ...later].map((stop) => ({ part, stop })))
    .filter(({ stop }) => stop < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.stop - other.stop || one.part - other.part);
  const names = buildSurfaceIndex();
  const counts = new Map<number, Map<EntryId, Recount[]>>();
  let next = 0;
  for (const { part, stop } of due) {
    for (let one = renamed[next]; one !== undefined && one.stop <= stop; one = renamed[next]) {
      names.set(one.id, one.names);
      next += 1;
    }
    const ofPart = counts.get(part) ?? new Map<EntryId, Recount[]>();
    counts.set(part, ofPart);
    addCounts(ofPart, stop, countPart(reading.readPage(part), names));
  }
  return groupByEntry(counts);
}

function countPart(page: PartPage | undefined, names: SurfaceIndex): ReadonlyMap<number, number> {
  return page === undefined ? new Map() : names.countMentions(page.text, page.words);
}

/** Adds the counts that differ from the last count of their entry. */
function addCounts(counts: Map<EntryId, Recount[]>, stop: number, found: ReadonlyMap<number, number>): void {
  for (const id of new Set([...counts.keys(), ...[...found.keys()].map((one) => one as EntryId)])) {
    const recounts = counts.get(id) ?? [];
    counts.set(id, recounts);
    const mentions = found.get(id) ?? 0;
    if ((recounts.at(-1)?.mentions ?? 0) !== mentions) recounts.push({ stop, mentions });
  }
}

function groupByEntry(
  counts: ReadonlyMap<number, ReadonlyMap<EntryId, readonly Recount[]>>,
): ReadonlyMap<EntryId, Recounts> {
  const grouped = new Map<EntryId, Map<number, readonly Recount[]>>();
  for (const [part, ofPart] of counts) {
    for (const [id, recounts] of ofPart) {
      grouped.set(id, (grouped.get(id) ?? new Map<number, readonly Recount[]>()).set(part, recounts));
    }
  }
  return grouped;
}

interface CountsOfEntry {
  readonly settled: readonly PartCount[];
  readonly recounts: Recounts;
}

function buildSeen({ findStopOfPart }: CountedStory, { settled, recounts }: CountsOfEntry): SeenAt {
  const later = [...recounts].flatMap(([part, counts]) =>
    counts.map(({ stop }) => stop).filter((stop) => stop !== findStopOfPart(part)),
  );
  const readAt = (stop: number): WikiFields['seen'] => {
    const sums = new Map<number, number>();
    const add = (part: number, mentions: number): void => {
      const own = findStopOfPart(part);
      if (own !== undefined && mentions > 0) sums.set(own, (sums.get(own) ?? 0) + mentions);
    };
    for (const { partId, mentions } of settled) add(partId, mentions);
    for (const [part, counts] of recounts) {
      const own = findStopOfPart(part) ?? 0;
      const until = Math.max(stop, own);
      add(part, counts.findLast((one) => one.stop <= until)?.mentions ?? 0);
    }
    return [...sums].toSorted(([one], [other]) => one - other);
  };
  return { stops: [...new Set(later)], readAt };
}
