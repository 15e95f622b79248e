// Stores vectors by text, so that equal texts share a vector, whichever entries or moments they belong to.

import { createHash } from 'node:crypto';
import { StorageError } from '@terrarium/kernel/errors';
import { readMigrations } from '@terrarium/kernel/migrations';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { type StorePlace, translateStorageError } from '@terrarium/kernel/storage-errors';
import { openVectorStore, type VectorSpace } from '@terrarium/kernel/vectors';
import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';

/** The vectors of one embedder. Every method throws `StorageError` if the file cannot be read or written. */
export interface EntryVectorStore {
  /** The texts that do not have a vector yet. */
  listMissing(texts: readonly string[]): string[];
  /** Stores one vector of length 1 for each text; stores all or none. */
  add(texts: readonly string[], vectors: readonly Float32Array[]): void;
  /** How close each text is to a vector; undefined if the text has no vector. */
  measure(texts: readonly string[], vector: Float32Array): (number | undefined)[];
}

export function openEntryVectorStore(connection: Connection, space: VectorSpace): EntryVectorStore {
  const runOnStore = <Value>(work: () => Value): Value => runOnVectors({ path: connection.name }, work);
  const { vectors, place, number } = runOnStore(() => prepareStatements(connection, space));
  const readPlace = (text: string): number => place.get(hashText(text)) ?? 0;
  const add = connection.transaction((texts: readonly string[], made: readonly Float32Array[]) => {
    for (const text of texts) number.run(hashText(text));
    vectors.add(
      texts.flatMap((text, at) => {
        const vector = made[at];
        return vector === undefined ? [] : [{ place: readPlace(text), vector }];
      }),
    );
  });
  return {
    listMissing: (texts) => runOnStore(() => texts.filter((text) => !vectors.has(readPlace(text)))),
    add: (texts, made) => runOnStore(() => add.immediate(texts, made)),
    measure: (texts, vector) =>
      runOnStore(() => texts.map((text) => vectors.findCloseness(readPlace(text), vector))),
  };
}

function prepareStatements(connection: Connection, space: VectorSpace) {
  return {
    vectors: openVectorStore(connection, space),
    place: connection.prepare<[Buffer], number>('SELECT id FROM embedded_text WHERE digest = ?').pluck(),
    number: connection.prepare('INSERT OR IGNORE INTO embedded_text (digest) VALUES (?)'),
  };
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const queries = {
  texts:
    'SELECT 1 FROM text_vector WHERE NOT EXISTS (SELECT 1 FROM embedded_text WHERE embedded_text.id = text_vector.place)',
  lengths: `SELECT 1 FROM text_vector JOIN text_embedder ON text_embedder.id = text_vector.embedder_id
    WHERE length(text_vector.vector) <> 4 * text_embedder.dimensions`,
};

/** Returns what is wrong with the file. Throws `StorageError` if it cannot be read at all, or cannot be written. */
export function verifyVectors(path: string): Verification {
  const connection = openVectorDatabase(path);
  try {
    return runOnVectors({ path }, () =>
      verifyDatabase(connection, {
        title: 'the vectors of the glossary',
        owner: 'vectors of a glossary',
        queries,
        written: 'text_vector',
      }),
    );
  } finally {
    connection.close();
  }
}

/** "TRAv": identifies the file; `file` and SQLite's `application_id` show it. */
const applicationId = 0x54524176;
const title = 'the vectors of the glossary';

/** The schema's steps, in order. */
export const vectorMigrations = readMigrations(import.meta.dirname);

/** Opens or creates `annotator-vectors.db`. Throws only `StorageError`. */
export function openVectorDatabase(path: string): Connection {
  return runOnVectors({ path }, () =>
    openDatabase({ path, title, migrations: vectorMigrations, applicationId }),
  );
}

/**
 * Runs `work` on the file. If the file is damaged, throws an error that says how to rebuild it, because there is no
 * backup of it.
 */
export function runOnVectors<Value>({ path }: Pick<StorePlace, 'path'>, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const known = translateStorageError(error, { title, path });
    if (!(known instanceof StorageError) || !damages.has(known.code)) throw known;
    const { code, happened } = known;
    throw new StorageError({ code, happened, todo: `Remove ${path}; it will be rebuilt.`, cause: error });
  }
}

const damages: ReadonlySet<string> = new Set(['store.corrupt', 'store.damaged', 'store.not-a-database']);
