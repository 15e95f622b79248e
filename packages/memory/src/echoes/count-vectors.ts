// Counting vectors: how many moments can be found by meaning, and how many of them still lack their vector.

import type { Embedder } from '@terrarium/kernel/embedder';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, readLastVector } from '@terrarium/kernel/vectors';
import { openEchoStore } from './echo-store.ts';

export interface VectorCount {
  /** Moments that can have a vector: what was shown, and is no parrot's. */
  readonly of: number;
  /** Those of them that have none of this embedder yet. */
  readonly missing: number;
}

/** Without its dimensions an embedder that was not asked yet: then those count that it gave vectors of last. */
export type CountedEmbedder = Pick<Embedder, 'id'> & Partial<Pick<Embedder, 'dimensions'>>;

/** Moments get their vectors in the order of their places, so that nothing is compared: two counts of places tell it. */
export function countVectors(connection: Connection, { id, dimensions }: CountedEmbedder): VectorCount {
  const echoes = openEchoStore(connection);
  const last =
    dimensions === undefined
      ? readLastVector(connection, id)
      : openVectorStore(connection, { id, dimensions }).readLast();
  return { of: echoes.countAfter(0), missing: echoes.countAfter(last) };
}
