// Whole store: reads and writes the rows of a memory table by table, unchanged.
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildSeals } from '@terrarium/kernel/record-seals';
import type { SealedValue } from '@terrarium/kernel/seal-record';
import { sealedTables } from '../database/sealed-tables.ts';
import type { WholeTable } from './whole-tables.ts';

export interface WholeStore {
  /** Reads the schema version of the file. */
  readLayout(): number;
  /** Reads the highest number that was ever given to a row, for each table that stores this number. */
  readGiven(): Readonly<Record<string, number>>;
  /** Yields the values of each row in the order of the columns, sorted by the key. */
  iterateRows(table: WholeTable): Iterable<readonly SealedValue[]>;
  /** Lists the names of the images that moments still show, sorted. */
  listImages(): readonly string[];
  hasRows(table: WholeTable): boolean;
  /** Must be called within the caller's transaction. */
  insert(table: WholeTable, values: readonly SealedValue[]): void;
  /** Seals all rows. Returns whether no row of a table has a higher number than `given` has for the table. */
  seal(given: Readonly<Record<string, number>>): boolean;
  /** Counts vectors whose length differs from that of their embedder, and vectors that belong to no event. */
  countFalseVectors(): number;
}

export function openWholeStore(connection: Connection): WholeStore {
  return { ...openReading(connection), ...openWriting(connection) };
}

function openReading(
  connection: Connection,
): Pick<WholeStore, 'readLayout' | 'readGiven' | 'iterateRows' | 'listImages' | 'hasRows'> {
  const given = connection.prepare<[], [string, number]>(
    'SELECT name, seq FROM sqlite_sequence ORDER BY name',
  );
  const images = connection
    .prepare<[], string>(
      'SELECT DISTINCT image_path FROM event WHERE image_path IS NOT NULL ORDER BY image_path',
    )
    .pluck();
  return {
    readLayout: () => Number(connection.pragma('user_version', { simple: true })),
    readGiven: () => Object.fromEntries(given.raw().all()),
    iterateRows: ({ table, key, columns }) =>
      connection
        .prepare<[], SealedValue[]>(
          `SELECT ${listNames(columns)} FROM ${quote(table)} ORDER BY ${listNames(key)}`,
        )
        .raw()
        .iterate(),
    listImages: () => images.all(),
    hasRows: ({ table }) => connection.prepare(`SELECT 1 FROM ${quote(table)} LIMIT 1`).get() !== undefined,
  };
}

function openWriting(connection: Connection): Pick<WholeStore, 'insert' | 'seal' | 'countFalseVectors'> {
  const inserts = new Map<string, ReturnType<Connection['prepare']>>();
  const prepareInsert = ({ table, columns }: WholeTable) => {
    const known = inserts.get(table);
    if (known !== undefined) return known;
    const marks = columns.map(() => '?').join(', ');
    const made = connection.prepare(`INSERT INTO ${quote(table)} (${listNames(columns)}) VALUES (${marks})`);
    inserts.set(table, made);
    return made;
  };
  const raise = connection.prepare(
    'UPDATE sqlite_sequence SET seq = :seq WHERE name = :name AND seq <= :seq',
  );
  const begin = connection.prepare(
    `INSERT INTO sqlite_sequence (name, seq) SELECT :name, :seq
     WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :name)`,
  );
  const clear = connection.prepare('DELETE FROM record_seal');
  const falseVectors = connection
    .prepare<[], number>(
      `SELECT count(*) FROM text_vector JOIN text_embedder ON text_embedder.id = embedder_id
       WHERE length(vector) <> 4 * dimensions OR place NOT IN (SELECT place FROM echo_place)`,
    )
    .pluck();
  return {
    insert: (table, values) => void prepareInsert(table).run(values),
    seal(given) {
      const isGiven = Object.entries(given).every(
        ([name, seq]) => begin.run({ name, seq }).changes + raise.run({ name, seq }).changes > 0,
      );
      clear.run();
      rebuildSeals(connection, sealedTables);
      return isGiven;
    },
    countFalseVectors: () => falseVectors.get() ?? 0,
  };
}

function quote(name: string): string {
  return `"${name}"`;
}

function listNames(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}
