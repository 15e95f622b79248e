// Dumps ambient.md and all tables of a memory except its logs, so that tests can compare them.

import { existsSync, readFileSync } from 'node:fs';
import type { Connection } from '@terrarium/kernel/open-database';

const logs = new Set([
  'record_seal',
  'item_change',
  'maintenance_run',
  'maintenance_batch',
  'batch_prompt',
  'maintenance_change',
  'ambient_write',
]);

/** Every table except the logs, row by row, and ambient.md. */
export function dumpMemory(connection: Connection, ambientPath: string): Record<string, unknown> {
  const tables = connection
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  const rows = tables
    .filter((table) => !logs.has(table))
    .map((table) => [table, readRows(connection, table)] as const);
  const ambient = existsSync(ambientPath) ? readFileSync(ambientPath, 'utf8') : undefined;
  return { ...Object.fromEntries(rows), ambient };
}

/** The same dump without dropped facts: nothing is ever deleted, so a fact of a run that was taken back is dropped. */
export function withoutDroppedFacts(dump: unknown): Record<string, unknown> {
  const { working_memory: items, ...rest } = dump as {
    working_memory: readonly { kind: string; status: string }[];
  };
  return {
    ...rest,
    working_memory: items.filter(({ kind, status }) => kind !== 'fact' || status !== 'dropped'),
  };
}

/** Reads rows sorted by their first two columns, without their seals, which cover the log too. */
function readRows(connection: Connection, table: string): readonly unknown[] {
  const columns = connection.prepare(`SELECT * FROM ${table}`).columns().length;
  const order = columns === 1 ? '1' : '1, 2';
  const rows = connection.prepare<[], object>(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'seal')));
}
