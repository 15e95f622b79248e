// Stores the vectors of texts of entries: a text that comes again, in whichever entry and at whichever moment, has the same one.

import { createHash } from 'node:crypto';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type VectorSpace } from '@terrarium/kernel/vectors';
import { runOnVectors } from './open-vector-database.ts';

/** The vectors that one embedder made. Every method throws `StorageError` when the file cannot be read or written. */
export interface EntryVectorStore {
  /** Those of the texts that have no vector yet. */
  listMissing(texts: readonly string[]): string[];
  /** All or none; one vector for each text, of length 1. */
  add(texts: readonly string[], vectors: readonly Float32Array[]): void;
  /** How nearly each text points where a vector does; undefined where it has none. */
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
