// Query vector: turns a message into a vector, and opens the stored vectors with which it is compared.
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type VectorStore } from '@terrarium/kernel/vectors';
import { openEchoStore } from './echo-store.ts';

/** A message's vector and the embedder that made it. */
export interface QueryVector {
  readonly embedderId: string;
  readonly vector: Float32Array;
}

/** Reading this many vectors takes some ten milliseconds. */
const readAtOnce = 2_000;

/**
 * The stored vectors of the embedder that made the query vector. They are kept in memory, and read again once
 * something was forgotten or a place was given to another message.
 */
export function openVectorsLike(connection: Connection, { embedderId, vector }: QueryVector): VectorStore {
  const { findEvent, countForgotten } = openEchoStore(connection);
  return openVectorStore(connection, {
    id: embedderId,
    dimensions: vector.length,
    isLasting: true,
    changes: countForgotten(),
    findOwner: findEvent,
  });
}

/** Loads the stored vectors bit by bit, so that a later search reads only the vectors added since. */
export async function loadVectors(connection: Connection, query: QueryVector): Promise<void> {
  const vectors = openVectorsLike(connection, query);
  while (vectors.loadSome(readAtOnce)) await setImmediate();
}

interface EmbedOptions {
  readonly embedder: Pick<Embedder, 'id' | 'embed'> | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  /** How long to wait, in milliseconds. */
  readonly patienceMs: number;
}

/** Only this many characters of a message are embedded: the rest of a longer text adds nothing about its subject. */
const charactersEmbedded = 2000;

/** Returns undefined without an embedder or without text, and if embedding fails or takes too long. Never throws. */
export async function embedInTime(
  text: string,
  { embedder, clock, patienceMs }: EmbedOptions,
): Promise<QueryVector | undefined> {
  if (embedder === undefined || text.trim() === '') return undefined;
  const ending = new AbortController();
  const embedded = embedder.embed([text.slice(0, charactersEmbedded).toWellFormed()], ending.signal).then(
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
