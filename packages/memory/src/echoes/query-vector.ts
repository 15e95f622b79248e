// Holding vectors: those that a message is compared with are read once, a few at a time, so that others are answered meanwhile.
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
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

interface EmbedOptions {
  readonly embedder: Pick<Embedder, 'id' | 'embed'> | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  /** In milliseconds. */
  readonly patienceMs: number;
}

/** What is longer says nothing more about what it is about. */
const charactersEmbedded = 2000;

/** Undefined without an embedder, without text, when it fails and when it is not in time. Never throws. */
export async function embedInTime(
  text: string,
  { embedder, clock, patienceMs }: EmbedOptions,
): Promise<QueryVector | undefined> {
  if (embedder === undefined || text.trim() === '') return undefined;
  const ending = new AbortController();
  const embedded = embedder.embed([text.slice(0, charactersEmbedded)], ending.signal).then(
    ([vector]) => vector && { embedderId: embedder.id, vector },
    () => undefined,
  );
  const late = clock.sleep(patienceMs, ending.signal).then(
    () => undefined,
    () => undefined,
  );
  const vector = await Promise.race([embedded, late]);
  ending.abort();
  return vector;
}
