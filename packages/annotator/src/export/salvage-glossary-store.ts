// Salvages a damaged glossary: keeps entries with a proven history, and rebuilds other tables from them and the story.

import type { Clock } from '@terrarium/kernel/environment';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { salvageRecords } from '@terrarium/kernel/salvage-records';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { sealedTables } from '../database/sealed-tables.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { renderEntry, replayRevisions } from '../glossary/revision.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { storeMentions } from '../glossary/update-mentions.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { openRunStores } from '../journal/open-run-stores.ts';

export interface SalvagedGlossary {
  /**
   * The annotator's database is in memory and has only what an export reads. Closing it does not close the damaged
   * annotator.
   */
  readonly annotator: Annotator;
  /** Rows that are damaged, and rows that depend on them. */
  readonly leftOut: readonly DamagedRow[];
}

/** The tables that an export reads. */
const exported: ReadonlySet<string> = new Set([
  'change',
  'revision',
  'correction',
  'read_part',
  'scene',
  'planned_corpus',
]);
const tables = sealedTables.filter(({ table }) => exported.has(table));

/** Does not change the damaged database. */
export function salvageGlossary(damaged: Annotator, clock: Clock): SalvagedGlossary {
  const { corpora } = damaged;
  const connection = openAnnotatorDatabase({ path: ':memory:' });
  try {
    const lost = salvageRecords(damaged.connection, { target: connection, tables });
    const entries = restoreEntries(connection, damaged.connection, lost);
    const readBody: ReadBody = (corpus, postId) => corpora.get(corpus)?.findBody(postId);
    storeMentions(openReadingStore(connection, readBody), openEntryStore(connection).iterate({}));
    const annotator: Annotator = {
      ...damaged,
      connection,
      stores: openRunStores(connection, { corpora, clock }),
      close: () => void connection.close(),
    };
    return { annotator, leftOut: [...lost, ...entries] };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * An entry is the sum of its revisions. If revisions are lost, nobody knows to which entries they belonged. So an
 * entry is kept only if its remaining revisions add up to what the table of entries says.
 */
function restoreEntries(
  connection: Connection,
  damaged: Connection,
  lost: readonly DamagedRow[],
): readonly DamagedRow[] {
  const isWhole = !lost.some(({ table }) => table === 'change' || table === 'revision');
  const revisions = openRevisionStore(connection);
  const entries = openEntryStore(connection);
  const stored = isWhole ? undefined : readStored(damaged);
  const leftOut: DamagedRow[] = [];
  for (const id of revisions.listEntryIds()) {
    const entry = replayOrRefuse(() => replayRevisions(revisions.read(id)));
    const isProven = isWhole || renderEntry(entry) === renderEntry(stored?.get(id));
    stored?.delete(id);
    if (!isProven)
      leftOut.push({ table: 'entry', row: String(id), what: 'does not match the rest of its history' });
    else if (entry !== undefined) entries.restore(entry);
  }
  for (const id of stored?.keys() ?? [])
    leftOut.push({ table: 'entry', row: String(id), what: 'has lost its history' });
  return leftOut;
}

/**
 * Returns undefined if the entry cannot be replayed. A list is stored as its difference from the previous list, and
 * cannot be restored without that list.
 */
function replayOrRefuse(replay: () => GlossaryEntry | undefined): GlossaryEntry | undefined {
  try {
    return replay();
  } catch {
    return undefined;
  }
}

/** Entries as the damaged file has them, without proof that they are right. */
function readStored(damaged: Connection): Map<EntryId, GlossaryEntry> {
  const found = new Map<EntryId, GlossaryEntry>();
  const ids = damaged
    .prepare<[number], EntryId>('SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT 1')
    .pluck();
  const entries = openEntryStore(damaged);
  let last = 0;
  try {
    for (let id = ids.get(last); id !== undefined && id > last; id = ids.get(id)) {
      last = id;
      const entry = replayOrRefuse(() => entries.find(id as EntryId));
      if (entry !== undefined) found.set(id, entry);
    }
  } catch {
    return found; // Nothing after an unreadable page is used.
  }
  return found;
}
