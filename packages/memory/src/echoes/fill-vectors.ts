// Filling: gives the events that can be found their vectors, in the background, from where the last filling stopped.
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, readLastVector } from '@terrarium/kernel/vectors';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { openEchoStore } from './echo-store.ts';

export interface FillOptions {
  readonly embedder: Embedder;
  /** How many events are embedded and written down together. */
  readonly batchSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told before the first batch, and after each. */
  readonly onProgress?: ((progress: FillProgress) => void) | undefined;
}

export interface FillProgress {
  /** Moments that have their vector. */
  readonly done: number;
  /** Moments that can have one. */
  readonly of: number;
}

const usualBatchSize = 32;
/** What is longer says nothing more about what it is about. */
const charactersEmbedded = 2_000;

/**
 * Embeds what has no vector of this embedder yet, in order of place, and says how many that were. Each batch is kept as
 * it comes. Throws as `embed` does; the next filling goes on from there. Another embedder begins anew, beside the other's vectors.
 */
export async function fillVectors(connection: Connection, options: FillOptions): Promise<number> {
  const { embedder, batchSize = usualBatchSize, signal, onProgress } = options;
  const vectors = openVectorStore(connection, embedder);
  const events = openEventStore(connection);
  const { of, missing } = countVectors(connection, embedder);
  // Another process may take moments in, or fill too.
  const reportProgress = () => onProgress?.({ done: Math.min(of, of - missing + filled), of });
  let filled = 0;
  if (missing > 0) reportProgress();
  while (true) {
    const places = openEchoStore(connection).readAfter(vectors.readLast(), batchSize);
    if (places.length === 0) return filled;
    const texts = places.map(({ eventId }) => {
      const event = events.find(eventId);
      const shown = event === undefined ? '' : showEvent(event, events.readSpans(eventId));
      return shown.slice(0, charactersEmbedded).toWellFormed();
    });
    const embedded = await embedder.embed(texts, signal);
    vectors.add(
      places.map(({ place }, at) => ({
        place,
        vector: embedded[at] ?? new Float32Array(embedder.dimensions),
      })),
    );
    filled += places.length;
    reportProgress();
  }
}

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
