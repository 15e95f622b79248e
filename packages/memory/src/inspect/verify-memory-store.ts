// Verifies a memory's database: pages, references, sealed records, and derived data such as states, echoes and the index.

import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { compareTextIndex } from '@terrarium/kernel/text-index';
import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';
import { sealedTables } from '../database/sealed-tables.ts';
import { choosePlace } from '../echoes/echo-store.ts';
import { readIndexed, rebuildStaleIndex } from '../echoes/indexed-text-store.ts';
import { compareToldFacts } from '../facts/told-fact-store.ts';
import { compareFragmentIndex } from '../fragments/fragment-index-store.ts';

/** Each query returns the table and the key of every wrong row. */
const queries: Readonly<Record<string, string>> = {
  states: `SELECT 'working_memory', id FROM working_memory WHERE status IS NOT
    (SELECT to_status FROM item_change WHERE item_id = working_memory.id ORDER BY id DESC LIMIT 1)`,
  changes: `SELECT 'item_change', id FROM
    (SELECT id, from_status, lag(to_status) OVER (PARTITION BY item_id ORDER BY id) former FROM item_change)
    WHERE from_status IS NOT former`,
  'set aside': `SELECT 'echo_place', place FROM echo_place WHERE event_id IN (SELECT event_id FROM aside)`,
  'nothing missing': `SELECT 'echo_place', event.id FROM event LEFT JOIN echo_place ON echo_place.event_id = event.id
    WHERE (echo_place.place IS NULL) = (event.is_shown = 1 AND event.is_parroted = 0)
      AND NOT EXISTS (SELECT 1 FROM forgotten WHERE thing IN ('moment', 'part') AND number = event.id)
      AND event.id NOT IN (SELECT event_id FROM aside)`,
};

/**
 * Rebuilds a stale index first. Throws `StorageError` for damage that cannot be listed as a problem, and for a file
 * that cannot be written to.
 */
export function verifyMemory(connection: Connection): Verification {
  rebuildStaleIndex(connection);
  return verifyDatabase(connection, {
    title: 'the memory',
    owner: 'a memory',
    queries,
    sealed: sealedTables,
    counts: {
      echoes: () => iterateFalsePlaces(connection),
      index: () => compareTextIndex(connection, readIndexed(connection)),
      fragments: () => compareFragmentIndex(connection),
      facts: () => compareToldFacts(connection),
    },
    written: 'item_change',
  });
}

/** Checks what everything else is derived from: pages, references, records. Writes nothing. */
export function verifyMemoryRecords(connection: Connection): Verification {
  return verifyDatabase(connection, {
    title: 'the memory',
    owner: 'a memory',
    queries: {},
    sealed: sealedTables,
  });
}

interface PlaceRow {
  readonly place: number;
  readonly event_id: number;
  readonly at_ms: number;
}

/** Yields places that are wrong, given the place and time of the event before. */
function* iterateFalsePlaces(connection: Connection): Generator<DamagedRow> {
  const places = connection.prepare<[], PlaceRow>(
    `SELECT place, event_id, at_ms FROM echo_place JOIN event ON event.id = event_id ORDER BY event_id`,
  );
  let last: { readonly place: number; readonly atMs: number } | undefined;
  for (const { place, event_id, at_ms } of places.iterate()) {
    if (place !== choosePlace(last, at_ms)) {
      yield {
        table: 'echo_place',
        row: `${place} (event ${event_id})`,
        what: 'is not at the place of its event',
      };
    }
    last = { place, atMs: at_ms };
  }
}
