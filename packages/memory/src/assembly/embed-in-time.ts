// Asks for a message as a vector, and goes on without one when that takes too long: nobody waits for an embedder.

import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
import type { QueryVector } from '../echoes/load-vectors.ts';

export interface EmbedOptions {
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
