// Salvages a damaged memory: what of it is sound, as a memory that can be exported.

import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { salvageRecords } from '@terrarium/kernel/salvage-records';
import { openMemoryDatabase } from '../database/open-memory-database.ts';
import { sealedTables } from '../database/sealed-tables.ts';

export interface SalvagedMemory {
  /** In memory; its caller closes it. */
  readonly connection: Connection;
  /** What is damaged, and what depends on it. */
  readonly leftOut: readonly DamagedRow[];
}

/** What an export holds. */
const exported: ReadonlySet<string> = new Set([
  'event',
  'working_memory',
  'item_change',
  'working_memory_ref',
  'fragment',
  'fragment_source',
  'edge',
  'maintenance_run',
]);
const tables = sealedTables.filter(({ table }) => exported.has(table));

/** Changes nothing of the damaged one. */
export function salvageMemory(damaged: Connection): SalvagedMemory {
  const connection = openMemoryDatabase({ path: ':memory:' });
  try {
    const leftOut = salvageRecords(damaged, { target: connection, tables });
    return { connection, leftOut };
  } catch (error) {
    connection.close();
    throw error;
  }
}
