// Exports a memory: JSON lines for programs, Markdown for people, a chat for SillyTavern.

import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import { refuseDamaged } from '@terrarium/kernel/explain-damage';
import type { Connection } from '@terrarium/kernel/open-database';
import { salvageRecords } from '@terrarium/kernel/salvage-records';
import { openMemoryDatabase } from '../database/open-memory-database.ts';
import { sealedTables } from '../database/sealed-tables.ts';
import type { EventId } from '../events/event.ts';
import { verifyMemoryRecords } from '../inspect/verify-memory-store.ts';
import type { Voices } from '../tags/voices.ts';
import { describeItem } from '../working-memory/describe-item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { openExportStore } from './export-store.ts';
import type { MemoryExportFormat } from './memory-export-formats.ts';
import { renderLines } from './renderings/render-lines.ts';
import { renderPage, renderSillyTavern } from './renderings/render-page.ts';

export interface ExportRequest {
  readonly format: MemoryExportFormat;
  /** Whether secrets are exported too; a chat for SillyTavern never contains them. */
  readonly withSecrets: boolean;
  readonly voices: Voices;
  /** The IANA zone by which a page is divided into days. */
  readonly timeZone: string;
  /** How many damaged things were left out, which the export states; only for a salvaged memory. */
  readonly leftOut?: number | undefined;
}

/**
 * Returns the export in pieces. The same memory and request give the same bytes. Throws `StorageError`
 * (`store.damaged`) if anything in the memory was changed after it was written.
 */
export function exportMemory(connection: Connection, request: ExportRequest): Generator<string> {
  refuseDamaged(connection.name, verifyMemoryRecords(connection));
  return exportSalvaged(connection, request);
}

/** Exports like `exportMemory`, but without verifying the memory: for a memory that was salvaged. */
export function exportSalvaged(connection: Connection, request: ExportRequest): Generator<string> {
  const store = openExportStore(connection);
  switch (request.format) {
    case 'jsonl':
      return renderLines(store, request);
    case 'markdown': {
      const items = openWorkingMemoryStore(connection);
      return renderPage(store, { ...request, describe: (item) => describeItem(items, item) });
    }
    case 'sillytavern':
      return renderSillyTavern(store, request);
  }
}

/** Moments in which a former secret was said aloud: an export without secrets still contains these words. */
export function listToldSecrets(connection: Connection): readonly EventId[] {
  return openExportStore(connection).listToldSecrets();
}

export interface SalvagedMemory {
  /** A database in memory, which the caller must close. */
  readonly connection: Connection;
  /** Rows that are damaged, and rows that depend on damaged rows. */
  readonly leftOut: readonly DamagedRow[];
}

/** The tables from which an export is made. */
const exported: ReadonlySet<string> = new Set([
  'event',
  'working_memory',
  'item_change',
  'aside',
  'working_memory_ref',
  'fragment',
  'fragment_source',
  'edge',
  'maintenance_run',
  // Distinguishes an event that was forgotten from one that never had a text.
  'forgotten',
]);
const tables = sealedTables.filter(({ table }) => exported.has(table));

/** Copies what is undamaged to a new database; the damaged memory stays unchanged. */
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
