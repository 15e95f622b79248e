// Points an entry's relations at today's entries: a merged entry is replaced by the one into which it was merged.

import type { EntryId, GlossaryEntry } from './entry.ts';
import { isSameRelation } from './relation-gate.ts';

/**
 * The entry with relations that lead to today's entries. Relations to deleted entries, and to the entry itself, are
 * left out.
 */
export function resolveRelations<Entry extends GlossaryEntry>(
  entry: Entry,
  resolve: (id: EntryId) => EntryId | undefined,
): Entry {
  const { relations = [] } = entry;
  if (relations.length === 0) return entry;
  const today = relations.flatMap((relation) => {
    const to = resolve(relation.to);
    return to === undefined || to === entry.id ? [] : [{ ...relation, to }];
  });
  const shown = today.filter((one, at) => !today.slice(0, at).some((other) => isSameRelation(one, other)));
  return { ...entry, relations: shown };
}
