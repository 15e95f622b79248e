// Holding vectors: those that a message is compared with are read once, a few at a time, so that others are answered meanwhile.

import { setImmediate } from 'node:timers/promises';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type VectorStore } from '@terrarium/kernel/vectors';

/** A message's vector and the embedder that made it. */
export interface QueryVector {
  readonly embedderId: string;
  readonly vector: Float32Array;
}

/** Some ten milliseconds. */
const readAtOnce = 2_000;

/** Those of the embedder that made this one; nobody changes them once they are there. */
export function openVectorsLike(connection: Connection, { embedderId, vector }: QueryVector): VectorStore {
  return openVectorStore(connection, { id: embedderId, dimensions: vector.length, isLasting: true });
}

/** A search afterwards reads only what came since. */
export async function loadVectors(connection: Connection, query: QueryVector): Promise<void> {
  const vectors = openVectorsLike(connection, query);
  while (vectors.loadSome(readAtOnce)) await setImmediate();
}
