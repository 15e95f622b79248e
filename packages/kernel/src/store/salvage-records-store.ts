// Salvages a damaged store: copies the rows that are proven intact into an empty store, and reports the rows left out.
import { examineRows } from './examine-records-store.ts';
import { type DamagedRow, type ExaminedRow, isUnreadable } from './examined-rows.ts';
import type { Connection } from './open-options.ts';
import { quote } from './record-seal-store.ts';
import type { SealedTable, SealedValue } from './seal-record.ts';

export interface SalvagePlan {
  /** An empty store of the same layout, in memory. An export reads it, and nobody writes to it later. */
  readonly target: Connection;
  /** The tables that the export reads. */
  readonly tables: readonly SealedTable[];
  /**
   * References that may lead to a missing row, such as `turn.parent`: the referring row is useful without the other
   * one.
   */
  readonly loose?: ReadonlySet<string>;
}

/**
 * Copies rows to the target. It then contains only rows that are exactly as they were written, together with all rows
 * to which they refer, except by a loose reference. Tables without seals stay empty, and the caller must build them
 * again. Everything is read in one transaction, and the source is not changed. Returns the rows that were left out.
 */
export function salvageRecords(source: Connection, plan: SalvagePlan): readonly DamagedRow[] {
  const { target, tables } = plan;
  const leftOut: DamagedRow[] = [];
  target.pragma('foreign_keys = OFF');
  deleteTriggers(target);
  let isDone = false;
  const copyAll = source.transaction(() => {
    for (const table of tables) leftOut.push(...copySound(source, { target, table }));
    leftOut.push(...removeDependants(target, plan));
    for (const table of tables) copyParts(source, target, table);
    isDone = true;
  });
  try {
    copyAll.deferred();
  } catch (error) {
    // Ending the transaction may read an unreadable page once more.
    if (!isDone || !isUnreadable(error)) throw error;
  }
  return leftOut;
}

/**
 * Deletes the triggers of the target. They enforce rules that the rows met when they were first written, and nobody
 * writes to the target later.
 */
function deleteTriggers(target: Connection): void {
  const names = target
    .prepare<[], { readonly schema: string; readonly name: string }>(
      `SELECT 'main' AS "schema", name FROM main.sqlite_schema WHERE type = 'trigger'
       UNION ALL SELECT 'temp', name FROM temp.sqlite_schema WHERE type = 'trigger'`,
    )
    .all();
  for (const { schema, name } of names) target.exec(`DROP TRIGGER ${schema}.${quote(name)}`);
}

interface Copy {
  readonly target: Connection;
  readonly table: SealedTable;
}

function* copySound(source: Connection, { target, table }: Copy): Generator<DamagedRow> {
  const columns = [...table.key, ...table.columns];
  const put = target.prepare(
    `INSERT OR REPLACE INTO ${quote(table.table)} (${columns.map(quote).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  // A row that has lost its parts is removed again, because its meaning changes without them: for instance, a text
  // without its tags would show secrets.
  const takeBack = target.prepare(`DELETE FROM ${quote(table.table)} WHERE ${quote(table.key[0] ?? '')} = ?`);
  for (const row of examineAll(source, table)) {
    if ('values' in row) {
      put.run(columns.map((column) => row.values[column] ?? null));
      continue;
    }
    yield row.damaged;
    if (row.damaged.table === table.parts?.table) takeBack.run(BigInt(row.damaged.row));
  }
}

/**
 * Rows that are not proven count as damaged. If even the seals cannot be read, the rest of the table counts as
 * damaged.
 */
function* examineAll(source: Connection, table: SealedTable): Generator<ExaminedRow> {
  try {
    for (const row of examineRows(source, table)) {
      const isUnproven = 'values' in row && row.isUnproven === true;
      yield isUnproven ? { damaged: describeUnproven(table, row.values) } : row;
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { damaged: { table: table.table, row: 'unknown', what: 'cannot be read or checked' } };
  }
}

function describeUnproven(
  { table, key }: SealedTable,
  values: Readonly<Record<string, SealedValue>>,
): DamagedRow {
  const row = key.map((column) => String(values[column])).join('/');
  return { table, row, what: 'cannot be checked, because the row before it is lost' };
}

interface Reference {
  readonly child: SealedTable;
  readonly parent: string;
  /** Pairs of columns: one of the referring table, and one of the other table to which it refers. */
  readonly columns: readonly (readonly [from: string, to: string])[];
}

/** Removes rows that refer to rows that were left out, then rows that refer to removed rows, until there are no more. */
function removeDependants(
  target: Connection,
  { tables, loose = new Set() }: Pick<SalvagePlan, 'tables' | 'loose'>,
): readonly DamagedRow[] {
  const references = tables.flatMap((child) => listReferences(target, child, { tables, loose }));
  const removals = references.map(({ child, parent, columns }) => ({
    child,
    parent,
    remove: target.prepare<[], string>(renderRemoval({ child, parent, columns })).pluck(),
  }));
  const removed: DamagedRow[] = [];
  for (let before = -1; before < removed.length; ) {
    before = removed.length;
    for (const { child, parent, remove } of removals) {
      const what = `refers to a row of the table ${parent} that is left out`;
      removed.push(...remove.all().map((row) => ({ table: child.table, row: String(row), what })));
    }
  }
  return removed;
}

function renderRemoval({ child, parent, columns }: Reference): string {
  const isSaid = columns.map(([from]) => `child.${quote(from)} IS NOT NULL`);
  const isMet = columns.map(([from, to]) => `parent.${quote(to)} = child.${quote(from)}`);
  return `DELETE FROM ${quote(child.table)} AS child WHERE ${isSaid.join(' AND ')}
    AND NOT EXISTS (SELECT 1 FROM ${quote(parent)} AS parent WHERE ${isMet.join(' AND ')})
    RETURNING ${child.key.map((column) => quote(column)).join(` || '/' || `)}`;
}

interface ForeignKey {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  /** The column of the other table; null if it is the key. */
  readonly to: string | null;
}

/** The references, except loose ones, to tables that are also copied. Other tables are built again from copied rows. */
function listReferences(
  target: Connection,
  child: SealedTable,
  { tables, loose }: { readonly tables: readonly SealedTable[]; readonly loose: ReadonlySet<string> },
): readonly Reference[] {
  const keys = target.pragma(`foreign_key_list(${quote(child.table)})`) as readonly ForeignKey[];
  return [...Map.groupBy(keys, ({ id }) => id).values()].flatMap((parts) => {
    const parent = tables.find(({ table }) => table === parts[0]?.table);
    if (parent === undefined || parts.some(({ from }) => loose.has(`${child.table}.${from}`))) return [];
    const columns = parts.map(({ from, to }, at) => [from, to ?? parent.key[at] ?? ''] as const);
    return [{ child, parent: parent.table, columns }];
  });
}

/** Copies the parts without examining them, because they were examined together with their rows. */
function copyParts(source: Connection, target: Connection, { table, key, parts }: SealedTable): void {
  if (parts === undefined) return;
  const names = target.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  const columns = names.all(parts.table).map(quote).join(', ');
  const read = source
    .prepare<[SealedValue], SealedValue[]>(
      `SELECT ${columns} FROM ${quote(parts.table)} WHERE ${quote(parts.owner)} = ?`,
    )
    .raw()
    .safeIntegers();
  const put = target.prepare(
    `INSERT INTO ${quote(parts.table)} (${columns}) VALUES (${columns.replaceAll(/"[^"]+"/gu, '?')})`,
  );
  const owners = target.prepare<[], SealedValue>(
    `SELECT ${quote(key[0] ?? '')} FROM ${quote(table)} WHERE ${quote(parts.column)} IS NOT NULL`,
  );
  for (const owner of owners.pluck().safeIntegers().all()) for (const row of read.all(owner)) put.run(row);
}
