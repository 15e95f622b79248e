// Seals the rows of a store: writes hashes that show whether a row was changed, each in the same transaction as its row.
import type { Connection } from './open-options.ts';
import { type SealedTable, type SealedValue, sealRecord } from './seal-record.ts';

/**
 * The table of the seals; the migrations of each package repeat it word for word. `part` is 0 if the key is a single
 * column.
 */
export const recordSealTable = `CREATE TABLE record_seal (
  table_name TEXT NOT NULL,
  owner ANY NOT NULL,
  part ANY NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (table_name, owner, part)
) STRICT, WITHOUT ROWID;`;

/**
 * If the rows of a table can have parts, a row without parts is recorded in `record_seal` too, because nothing else
 * would show that this row is missing.
 */
export const witnessRow = 'INSERT INTO record_seal (table_name, owner, part, seal) VALUES (?, ?, 0, ?)';

/** The seal of all parts of an owner, given as one text; null if the owner has no parts. */
export function sealParts(table: string, owner: SealedValue, text: string | null): string | null {
  return text === null ? null : sealRecord(table, null, [owner, text]);
}

/** Registers the functions that a connection needs before our statements or triggers can seal rows. */
export function registerSealing(connection: Connection): void {
  const options = { varargs: true, safeIntegers: true, directOnly: true } as const;
  const former = new Map<string, string>();
  connection.function(
    'seal_record',
    { ...options, deterministic: true },
    (table: string, before: string | null, ...values: readonly SealedValue[]) =>
      sealRecord(table, before, values),
  );
  connection.function('seal_next', options, (table: string, ...values: readonly SealedValue[]) => {
    const seal = sealRecord(table, former.get(table) ?? null, values);
    former.set(table, seal);
    return seal;
  });
  connection.function('seal_begin', options, (table: string) => {
    former.delete(table);
    return null;
  });
  connection.function(
    'seal_parts',
    { ...options, deterministic: true },
    (table: string, owner: SealedValue, text: string | null) => sealParts(table, owner, text),
  );
}

/**
 * Seals the rows that this connection writes from now on, except in tables whose rows contain their own seal. The
 * triggers are temporary and belong to the connection, so the file contains no trigger that calls our functions. They
 * are made when a database is opened, not with the first write, because undoing that write would undo them too.
 */
export function sealWrites(connection: Connection, tables: readonly SealedTable[]): void {
  const apart = tables.filter(({ isOwn }) => isOwn !== true);
  connection.exec(apart.flatMap(renderTriggers).join('\n'));
}

/** Seals the existing rows of the tables. Must run in the transaction that makes `record_seal` or clears it. */
export function sealExisting(connection: Connection, tables: readonly SealedTable[]): void {
  for (const table of tables) connection.exec(table.isOwn === true ? renderOwn(table) : renderApart(table));
}

/**
 * Seals all rows of these tables again, after rows of a chain were changed on purpose. The caller must check the rows
 * beforehand, and must change and seal them in one transaction.
 */
export function rebuildSeals(connection: Connection, tables: readonly SealedTable[]): void {
  const clear = connection.prepare('DELETE FROM record_seal WHERE table_name = ?');
  const begin = connection.prepare('SELECT seal_begin(?)');
  for (const { table } of tables) {
    clear.run(table);
    begin.get(table);
  }
  sealExisting(connection, tables);
}

/** The key of a row as two SQL expressions. */
export function nameKey(
  { key }: SealedTable,
  row: string,
): { readonly owner: string; readonly part: string } {
  const [owner = '', ...others] = key.map((column) => `${row}.${quote(column)}`);
  return { owner, part: others.length === 0 ? '0' : others.join(` || ':' || `) };
}

/** The sealed columns of a row, in the order in which they are sealed. */
export function listColumns({ key, columns }: SealedTable, row: string): string {
  return [...key, ...columns].map((column) => `${row}.${quote(column)}`).join(', ');
}

export function quote(name: string): string {
  return `"${name}"`;
}

/** Relies on SQLite updating the rows in ascending order of their numbers. */
function renderOwn(table: SealedTable): string {
  const { table: name, parts, isChain, note } = table;
  const row = quote(name);
  const [key = ''] = table.key;
  const sealed = isChain === true ? `seal_next('${name}'` : `seal_record('${name}', NULL`;
  const noted = note === undefined ? '' : `, ${note}`;
  const seal = `UPDATE ${row} AS row SET seal = ${sealed}, ${listColumns(table, 'row')}${noted});`;
  if (parts === undefined) return seal;
  const column = quote(parts.column);
  return `UPDATE ${row} AS row SET ${column} = seal_parts('${parts.table}', row.${quote(key)}, ${parts.text});
    ${seal}
    INSERT INTO record_seal (table_name, owner, part, seal)
      SELECT '${name}', ${quote(key)}, 0, seal FROM ${row} WHERE ${column} IS NULL;`;
}

function renderApart(table: SealedTable): string {
  const name = table.table;
  const { owner, part } = nameKey(table, 'row');
  const sealed = table.isChain === true ? `seal_next('${name}'` : `seal_record('${name}', NULL`;
  const rows = `INSERT INTO record_seal (table_name, owner, part, seal)
    SELECT '${name}', ${owner}, ${part}, ${sealed}, ${listColumns(table, 'row')})
    FROM ${quote(name)} AS row ORDER BY ${owner};`;
  const count = `INSERT INTO record_seal (table_name, owner, part, seal)
    SELECT 'sqlite_sequence', name, 0, seal_record('sqlite_sequence', NULL, name, seq)
    FROM sqlite_sequence WHERE name = '${name}';`;
  return table.isCounted === true ? rows + count : rows;
}

function renderTriggers(table: SealedTable): readonly string[] {
  const { table: name, isChain, isCounted } = table;
  const { owner, part } = nameKey(table, 'old');
  const seal = renderSeal(table);
  const renderTrigger = (act: string, body: string) =>
    `CREATE TEMP TRIGGER seal_${act.toLowerCase()}_${name} AFTER ${act} ON main.${quote(name)} BEGIN ${body} END;`;
  const inserted = renderTrigger('INSERT', isCounted === true ? seal + renderCount(table) : seal);
  if (isChain === true) return [inserted];
  const forget = `DELETE FROM record_seal WHERE table_name = '${name}' AND owner = ${owner} AND part = ${part};`;
  return [inserted, renderTrigger('UPDATE', seal), renderTrigger('DELETE', forget)];
}

/** A row that replaces another one has the same key, so its seal replaces the old row's seal. */
function renderSeal(table: SealedTable): string {
  const { owner, part } = nameKey(table, 'new');
  const former =
    table.isChain === true
      ? `(SELECT seal FROM record_seal WHERE table_name = '${table.table}' AND owner < ${owner}
          ORDER BY owner DESC LIMIT 1)`
      : 'NULL';
  return `INSERT INTO record_seal (table_name, owner, part, seal)
    VALUES ('${table.table}', ${owner}, ${part}, seal_record('${table.table}', ${former}, ${listColumns(table, 'new')}))
    ON CONFLICT (table_name, owner, part) DO UPDATE SET seal = excluded.seal;`;
}

/**
 * Seals the highest number that a row has been given so far. The number is computed here, because SQLite records it
 * only when the statement ends.
 */
function renderCount({ table, key: [key = ''] }: SealedTable): string {
  const given = `max(new.${quote(key)}, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0))`;
  return `INSERT INTO record_seal (table_name, owner, part, seal)
    VALUES ('sqlite_sequence', '${table}', 0, seal_record('sqlite_sequence', NULL, '${table}', ${given}))
    ON CONFLICT (table_name, owner, part) DO UPDATE SET seal = excluded.seal;`;
}
