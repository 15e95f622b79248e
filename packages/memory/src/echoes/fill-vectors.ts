// Filling: gives vectors to all searchable events, in the background, from where the last filling stopped.
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type PlacedVector, readLastVector } from '@terrarium/kernel/vectors';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { type EchoPlace, openEchoStore } from './echo-store.ts';

export interface FillOptions {
  readonly embedder: Embedder;
  /** How many events are embedded and stored together. */
  readonly batchSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called before the first batch, and after each batch. */
  readonly onProgress?: ((progress: FillProgress) => void) | undefined;
}

export interface FillProgress {
  /** How many moments have their vector. */
  readonly done: number;
  /** How many moments can have a vector. */
  readonly of: number;
}

/** A moment's text and the vector that was made of it. */
type Embedded = EchoPlace & PlacedVector & { readonly text: string };

const usualBatchSize = 32;
/** Only this many characters of a moment are embedded: the rest of a longer text adds nothing about its subject. */
const charactersEmbedded = 2_000;

/**
 * Embeds the moments that have no vector of this embedder yet, in the order of their places, and returns how many there
 * were. Each batch is stored at once, up to the first moment that changed meanwhile. Throws what `embed` throws; the
 * next filling then continues. For a new embedder, filling starts from the beginning, and the vectors of other embedders are kept.
 */
export async function fillVectors(connection: Connection, options: FillOptions): Promise<number> {
  const { embedder, batchSize = usualBatchSize, signal, onProgress } = options;
  const vectors = openVectorStore(connection, embedder);
  const echoes = openEchoStore(connection);
  const events = openEventStore(connection);
  const readText = ({ eventId }: Pick<EchoPlace, 'eventId'>) => {
    const event = events.find(eventId);
    const shown = event === undefined ? '' : showEvent(event, events.readSpans(eventId));
    return shown.slice(0, charactersEmbedded).toWellFormed();
  };
  // Meanwhile a moment may have been taken back, its place given to another, or some of its words forgotten.
  const isUnchanged = ({ place, eventId, text }: Embedded) =>
    echoes.findEvent(place) === eventId && readText({ eventId }) === text;
  const addAll = connection.transaction((all: readonly Embedded[]) => {
    const end = all.findIndex((one) => !isUnchanged(one));
    const fit = end === -1 ? all : all.slice(0, end);
    vectors.add(fit);
    return fit.length;
  });
  const { of, missing } = countVectors(connection, embedder);
  // Another process may ingest moments or fill vectors meanwhile.
  const reportProgress = () => onProgress?.({ done: Math.min(of, of - missing + filled), of });
  let filled = 0;
  if (missing > 0) reportProgress();
  while (true) {
    const places = echoes.readAfter(vectors.readLast(), batchSize);
    if (places.length === 0) return filled;
    const texts = places.map(readText);
    const embedded = await embedder.embed(texts, signal);
    filled += addAll.immediate(
      places.map((place, at) => ({
        ...place,
        text: texts[at] ?? '',
        vector: embedded[at] ?? new Float32Array(embedder.dimensions),
      })),
    );
    reportProgress();
  }
}

export interface VectorCount {
  /** How many moments can have a vector: shown moments that are not parroted. */
  readonly of: number;
  /** How many of these moments have no vector of this embedder yet. */
  readonly missing: number;
}

/**
 * An embedder that has not been asked yet has no dimensions; then the dimensions of its last stored vectors are
 * used for counting.
 */
export type CountedEmbedder = Pick<Embedder, 'id'> & Partial<Pick<Embedder, 'dimensions'>>;

/**
 * Moments get their vectors in the order of their places, so it is enough to count the places after the last place
 * with a vector.
 */
export function countVectors(connection: Connection, { id, dimensions }: CountedEmbedder): VectorCount {
  const echoes = openEchoStore(connection);
  const last =
    dimensions === undefined
      ? readLastVector(connection, id)
      : openVectorStore(connection, { id, dimensions }).readLast();
  return { of: echoes.countAfter(0), missing: echoes.countAfter(last) };
}
