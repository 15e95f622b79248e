// Names the entries to which relations and merges lead, including those that are gone.

import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import type { Revision } from '../glossary/revision.ts';

export interface NamedEntry {
  readonly id: EntryId;
  /** The entry's term or, if the entry is gone, the last term that it had. */
  readonly term: string;
}

type Names = Pick<ReadableGlossary, 'find' | 'readRevisions'>;

/** Returns each entry once; leaves out ids about which nothing is known. */
export function nameEntries(glossary: Names, ids: Iterable<EntryId>): readonly NamedEntry[] {
  return [...new Set(ids)].flatMap((id) => {
    const term = glossary.find(id)?.term ?? findLastTerm(glossary.readRevisions(id));
    return term === undefined ? [] : [{ id, term }];
  });
}

function findLastTerm(revisions: readonly Revision[]): string | undefined {
  const term: unknown = JSON.parse(revisions.findLast(({ field }) => field === 'term')?.new ?? 'null');
  return typeof term === 'string' ? term : undefined;
}

export function listRelatedIds(entry: Pick<GlossaryEntry, 'relations'> | undefined): readonly EntryId[] {
  return (entry?.relations ?? []).map(({ to }) => to);
}

/**
 * Returns the entries to which values of fields refer. The values have the form in which revisions and proposals store
 * them.
 */
export function listSpokenIds(
  values: readonly { readonly field: string; readonly value: string | null }[],
): readonly EntryId[] {
  return values.flatMap(({ field, value }) => {
    if (field !== 'relations' && field !== 'merged_into') return [];
    const parsed: unknown = JSON.parse(value ?? 'null');
    return [parsed].flat().flatMap(toEntryId);
  });
}

function toEntryId(value: unknown): readonly EntryId[] {
  const id = typeof value === 'object' && value !== null && 'to' in value ? value.to : value;
  return typeof id === 'number' ? [id as EntryId] : [];
}
