// Keeps the names of deleted entries in a temporary table, so that a rollback also undoes changes to these names.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId } from './entry.ts';
import { type Revision, replayRevisions } from './revision.ts';
import { normaliseName, stripSuffix } from './term-forms.ts';

export interface RemovedNameStore {
  /** Call it in the transaction that deletes the entry. */
  add(term: string, id: EntryId): void;
  /** Ids of deleted entries whose last term was this one, newest deletion last. Some may have been restored since. */
  listIds(term: string): readonly EntryId[];
}

/** The row that shows that the table already contains earlier deletions. */
const filled = { name: '', entryId: 0 };

/** The table is filled when a name is looked up for the first time. */
export function openRemovedNameStore(
  connection: Connection,
  readRevisions: (id: EntryId) => readonly Revision[],
): RemovedNameStore {
  connection.exec(
    `CREATE TEMP TABLE IF NOT EXISTS removed_name (
       id INTEGER PRIMARY KEY, name TEXT NOT NULL, entry_id INTEGER NOT NULL
     );
     CREATE INDEX IF NOT EXISTS temp.removed_name_by_name ON removed_name (name)`,
  );
  const insert = connection.prepare<[{ name: string; entryId: number }]>(
    'INSERT INTO temp.removed_name (name, entry_id) VALUES (:name, :entryId)',
  );
  const byName = connection
    .prepare<[string], number>('SELECT entry_id FROM temp.removed_name WHERE name = ? ORDER BY id')
    .pluck();
  const deleted = connection
    .prepare<[], number>(
      `SELECT entry_id FROM revision WHERE field = 'deleted' GROUP BY entry_id ORDER BY max(id)`,
    )
    .pluck();
  const isFilled = (): boolean => byName.get(filled.name) !== undefined;
  const fill = (): void => {
    for (const id of deleted.all()) {
      const entryId = id as EntryId;
      const former = replayRevisions(readRevisions(entryId).slice(0, -1));
      if (former !== undefined) insert.run({ name: buildKey(former.term), entryId });
    }
    insert.run(filled);
  };
  return {
    add(term, entryId) {
      if (isFilled()) insert.run({ name: buildKey(term), entryId });
    },
    listIds(term) {
      if (!isFilled()) fill();
      return byName.all(buildKey(term)).map((id) => id as EntryId);
    },
  };
}

function buildKey(term: string): string {
  return normaliseName(stripSuffix(term));
}
