// Ranks entries, and other texts, by how close they are to a query in meaning.

import type { Embedder } from '@terrarium/kernel/embedder';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { type EntryVectorStore, openEntryVectorStore, openVectorDatabase } from './entry-vector-store.ts';

export interface Meaning extends FillOptions {
  /** Path of the file of vectors, which is created if missing. */
  readonly vectorsPath: string;
}

/** At most this many texts are returned; any further ones are close only by chance. */
const mostNearest = 20;

/**
 * Returns the entries closest to the query, closest first; of equally close entries, the oldest first. Embeds entries
 * that have no vector yet. Throws the errors of `embed`, and `StorageError` if the file of vectors cannot be used.
 */
export async function rankByMeaning(
  query: string,
  entries: readonly GlossaryEntry[],
  meaning: Meaning,
): Promise<EntryId[]> {
  const sorted = entries.toSorted((one, other) => one.id - other.id);
  const nearest = await rankTexts(query, sorted.map(renderEmbeddedText), meaning);
  return nearest.flatMap((at) => sorted[at]?.id ?? []);
}

export async function rankTexts(
  query: string,
  texts: readonly string[],
  meaning: Meaning,
): Promise<readonly number[]> {
  if (texts.length === 0) return [];
  const connection = openVectorDatabase(meaning.vectorsPath);
  try {
    const vectors = openEntryVectorStore(connection, meaning.embedder);
    await fillEntryVectors(vectors, texts, meaning);
    const [asked] = await meaning.embedder.embed([cutEmbedded(query)], meaning.signal);
    return asked === undefined ? [] : listNearest(vectors.measure(texts, asked));
  } finally {
    connection.close();
  }
}

/** A text without a vector is not close to anything. */
function listNearest(closeness: readonly (number | undefined)[]): number[] {
  return closeness
    .map((near = 0, at) => ({ at, near }))
    .filter(({ near }) => near > 0)
    .sort((one, other) => other.near - one.near || one.at - other.at)
    .slice(0, mostNearest)
    .map(({ at }) => at);
}

export interface FillOptions {
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
  /** How many texts are embedded and stored together. */
  readonly batchSize?: number | undefined;
  /**
   * Called before each batch. `missing` is the number of texts that had no vector; `done` is how many of them have one
   * now.
   */
  readonly onProgress?: ((done: number, missing: number) => void) | undefined;
}

const usualBatchSize = 32;

/** Throws the errors of `embed`. Finished batches are kept, and the next call continues after them. */
async function fillEntryVectors(
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

/** More characters would not make the meaning of a text any clearer. */
const charactersEmbedded = 2_000;

export function renderEmbeddedText({
  term,
  aliases,
  definition,
}: Pick<GlossaryEntry, 'term' | 'aliases' | 'definition'>): string {
  const names = aliases.length === 0 ? term : `${term} (also ${aliases.join(', ')})`;
  return cutEmbedded(`${names}: ${definition}`);
}

/** Cuts a text to the part that is embedded; half a character at the cut becomes a replacement character. */
function cutEmbedded(text: string): string {
  return text.slice(0, charactersEmbedded).toWellFormed();
}
