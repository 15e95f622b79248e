// Filling: gives texts of entries the vectors they lack, in batches, each kept as it comes.

import type { Embedder } from '@terrarium/kernel/embedder';
import type { EntryVectorStore } from './entry-vector-store.ts';

export interface FillOptions {
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
  /** How many texts are embedded and written down together. */
  readonly batchSize?: number | undefined;
  /** Told before each batch how many of those that were missing are done. */
  readonly onProgress?: ((done: number, missing: number) => void) | undefined;
}

const usualBatchSize = 32;

/** Throws as `embed` does; what came until then is kept, and the next filling goes on behind it. */
export async function fillEntryVectors(
  vectors: EntryVectorStore,
  texts: readonly string[],
  { embedder, signal, batchSize = usualBatchSize, onProgress }: FillOptions,
): Promise<void> {
  const missing = vectors.listMissing(texts);
  for (let from = 0; from < missing.length; from += batchSize) {
    onProgress?.(from, missing.length);
    const batch = missing.slice(from, from + batchSize);
    vectors.add(batch, await embedder.embed(batch, signal));
  }
}
