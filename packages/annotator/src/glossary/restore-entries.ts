// Restores entries under the ids and times they had elsewhere, each with revisions that add up to it.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ChangeSource, GlossaryEntry } from './entry.ts';
import { openEntryStore } from './entry-store.ts';
import { openReadingStore, type ReadBody } from './reading-store.ts';
import { openRevisionStore } from './revision-store.ts';
import { openSearchStore } from './search-store.ts';
import { listSurfaces } from './term-forms.ts';

export interface RestoreOptions {
  readonly readBody: ReadBody;
  /** Who restores, and why; each entry's revisions stand where it was last updated. */
  readonly source: Omit<ChangeSource, 'position'>;
}

/** Their names are counted in what was read. Throws `UsageError` for two of one term. To be called in a transaction. */
export function restoreEntries(
  connection: Connection,
  entries: readonly Omit<GlossaryEntry, 'revision'>[],
  { readBody, source }: RestoreOptions,
): void {
  const store = openEntryStore(connection);
  const revisions = openRevisionStore(connection);
  const reading = openReadingStore(connection, readBody);
  const search = openSearchStore(connection);
  for (const entry of entries.toSorted((one, other) => one.id - other.id)) {
    const taken = store.findByTerm(entry.term) ?? store.find(entry.id);
    if (taken !== undefined) throw refuseTaken(entry, taken);
    const made = { ...source, position: entry.lastUpdated };
    const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence'] as const;
    revisions.append(
      entry.id,
      fields.map((field) => ({ field, old: undefined, new: entry[field] })),
      { source: made, at: entry.createdAt },
    );
    // Last and apart: the newest revision says when an entry was updated.
    const first = { field: 'first_seen', old: undefined, new: entry.firstSeen } as const;
    const revision = revisions.append(entry.id, [first], { source: made, at: entry.updatedAt });
    store.restore({ ...entry, revision });
    search.add({ ...entry, revision });
    for (const count of reading.countNames(listSurfaces(entry))) reading.addMention(entry.id, count);
  }
}

function refuseTaken(entry: Pick<GlossaryEntry, 'id' | 'term'>, taken: GlossaryEntry): UsageError {
  return new UsageError({
    code: 'glossary.duplicate-term',
    happened: `Entries ${taken.id} "${taken.term}" and ${entry.id} "${entry.term}" have the same term or number.`,
    todo: 'Tell the two apart in the file, with a suffix such as "(character)".',
  });
}
