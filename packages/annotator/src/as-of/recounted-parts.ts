// Counts mentions again as of a moment, but only in the parts of the story where a changed name may affect the counts.

import { isLabel } from '../corpus/speaker-label.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { EntryStore, NamedEntry } from '../glossary/entry-store.ts';
import type { NamedWhere } from '../glossary/named-where.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../glossary/surface-index.ts';
import { listCountedNames, listDifferentNames, listMissing } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import type { AsOfSource } from './as-of-source.ts';

export interface RecountedParts {
  /** For each part that was counted again, how often it names each entry of the moment. */
  readonly counts: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /**
   * At the first moment, call it once for each entry that was different then. On each move to another moment, call it
   * once for each entry whose names change by the move.
   */
  update(change: NamesThen): void;
  /** Forgets what was computed from the names that the entry has today. */
  forgetNow(id: EntryId): void;
  /** Counts mentions again in the parts where that is necessary, up to `lastPart`. */
  countAnew(where: NamedWhere, lastPart: number): void;
}

/**
 * The names of an entry before and after a move from one moment to another; no names while the entry does not exist.
 */
export interface NamesThen {
  readonly id: EntryId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The names by which an entry is found in texts. */
export function listNames(entry: Pick<NamedEntry, 'term' | 'aliases'> | undefined): readonly string[] {
  return entry === undefined ? [] : listCountedNames(entry);
}

interface EntriesThen extends Pick<EntryStore, 'iterateNames'> {
  isEntry(id: EntryId): boolean;
}

export function openRecountedParts({ entries, reading }: AsOfSource, then: EntriesThen): RecountedParts {
  const counts = new Map<number, ReadonlyMap<number, number>>();
  /**
   * Entries of the moment that have other names now, each with the parts that may contain a name that it no longer has.
   */
  const otherwise = new Map<EntryId, readonly number[]>();
  /** For entries that did not exist at the moment: whether their names may keep other names from being counted. */
  const covering = new Map<EntryId, boolean>();
  const renamed = new Set<string>();
  let index: SurfaceIndex | undefined;
  const isCovering = (id: EntryId): boolean => {
    const known = covering.get(id) ?? listNames(entries.findHead(id)).some(canCover);
    covering.set(id, known);
    return known;
  };
  const readIndex = (): SurfaceIndex => {
    if (index !== undefined) return index;
    index = buildSurfaceIndex();
    for (const entry of then.iterateNames()) index.set(entry.id, listCountedNames(entry));
    return index;
  };
  const countPart = (part: number): void => {
    const page = counts.has(part) ? undefined : reading.readPage(part);
    if (page !== undefined) counts.set(part, readIndex().countMentions(page.text, page.words));
  };
  const iterateLists = function* (where: NamedWhere, lastPart: number): Generator<Iterable<number>> {
    for (const [id, parts] of otherwise) {
      yield parts;
      yield where.find(id)?.parts ?? [];
    }
    for (const id of where.listIds()) {
      const parts = where.find(id)?.parts ?? [];
      const isNamed = (parts[0] ?? lastPart + 1) <= lastPart;
      if (isNamed && !then.isEntry(id) && isCovering(id)) yield parts;
    }
  };
  const clearRenamed = (): void => {
    const parts = counts.size === 0 ? [] : reading.listParts([...renamed]);
    for (const part of parts) counts.delete(part);
    renamed.clear();
  };
  return {
    counts,
    update({ id, before, after }) {
      for (const name of listDifferentNames(before, after)) renamed.add(name);
      index?.set(id, after);
      const now = listNames(entries.findHead(id));
      if (after.length === 0 || listDifferentNames(after, now).length === 0) otherwise.delete(id);
      else otherwise.set(id, reading.listParts(listMissing(after, now)));
    },
    forgetNow: (id) => void covering.delete(id),
    countAnew(where, lastPart) {
      clearRenamed();
      for (const parts of iterateLists(where, lastPart)) {
        for (const part of parts) if (part <= lastPart) countPart(part);
      }
    },
  };
}

/**
 * Whether a name may keep other names from being counted. A name of two or more words may contain other names. Inside
 * the label of a speaker, no other name is counted.
 */
function canCover(name: string): boolean {
  return isLabel(name.trim()) || splitWords(name).length > 1;
}
