// Updates mention counts when names change: at each place of a text, the longest known name counts.

import type { EntryId, GlossaryEntry } from './entry.ts';
import type { Rooms } from './glossary-rooms.ts';
import type { ReadingStore } from './reading-store.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { listCountedNames, listDifferentNames } from './term-forms.ts';
import { splitWords } from './text-words.ts';

export interface Renaming {
  readonly id: EntryId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Recounts each part with a name that was added or removed, for the entry itself and for every entry with a name inside
 * that name. Call it after the names in memory were updated.
 */
export function updateMentions({ reading, memory }: Rooms, { id, before, after }: Renaming): void {
  const changed = buildSurfaceIndex();
  const names = listChanged(before, after);
  changed.set(id, names);
  for (const { partId, text, words } of reading.iteratePages(names)) {
    const places = changed.listPlaces(text, words);
    if (places.length === 0) continue;
    const known = memory.readEntries([words]);
    const counts = known.countMentions(text, words);
    const inside = known.listIdsWithin(
      text,
      words,
      places.filter(({ from, to }) => to - from > 1),
    );
    for (const one of new Set([id, ...inside])) {
      reading.setMention(one as EntryId, { partId, mentions: counts.get(one) ?? 0 });
    }
  }
}

/**
 * The names that make a recount necessary. If an entry is removed, these are its names of two or more words, because
 * other names may be inside them.
 */
function listChanged(before: readonly string[], after: readonly string[]): readonly string[] {
  const changed = listDifferentNames(before, after);
  return after.length > 0 ? changed : changed.filter((name) => splitWords(name).length > 1);
}

/** Counts the names of all entries in everything that was read. Nothing may have been counted yet. */
export function storeMentions(reading: ReadingStore, entries: Iterable<GlossaryEntry>): void {
  const names = buildSurfaceIndex();
  for (const entry of entries) names.set(entry.id, listCountedNames(entry));
  for (const { partId, text, words } of reading.iteratePages()) {
    for (const [id, mentions] of names.countMentions(text, words)) {
      reading.addMention(id as EntryId, { partId, mentions });
    }
  }
}
