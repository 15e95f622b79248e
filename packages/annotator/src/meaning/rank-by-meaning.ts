// Ranks entries by how nearly their texts mean what a query does.

import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { type EntryVectorStore, openEntryVectorStore } from './entry-vector-store.ts';
import { type FillOptions, fillEntryVectors } from './fill-entry-vectors.ts';
import { openVectorDatabase } from './open-vector-database.ts';
import { cutEmbedded, renderEmbeddedText } from './render-embedded-text.ts';

export interface Meaning extends FillOptions {
  /** Path of the file of vectors, which is made where there is none. */
  readonly vectorsPath: string;
}

/** Every entry is near to every query, more or less: what is behind these is near by chance. */
const mostNearest = 20;

/**
 * The entries nearest to the query, nearest first; of equal ones the older. Those that have no vector for their words get
 * one before. Throws as `embed` does, and `StorageError` for the file of vectors.
 */
export async function rankByMeaning(
  query: string,
  entries: readonly GlossaryEntry[],
  meaning: Meaning,
): Promise<EntryId[]> {
  if (entries.length === 0) return [];
  const connection = openVectorDatabase(meaning.vectorsPath);
  try {
    const vectors = openEntryVectorStore(connection, meaning.embedder);
    const texts = entries.map(renderEmbeddedText);
    await fillEntryVectors(vectors, texts, meaning);
    const [asked] = await meaning.embedder.embed([cutEmbedded(query)], meaning.signal);
    return asked === undefined ? [] : listNearest(entries, measureAll(vectors, texts, asked));
  } finally {
    connection.close();
  }
}

/** Whoever has no vector points nowhere. */
function measureAll(vectors: EntryVectorStore, texts: readonly string[], asked: Float32Array): number[] {
  return vectors.measure(texts, asked).map((closeness) => closeness ?? 0);
}

function listNearest(entries: readonly GlossaryEntry[], closeness: readonly number[]): EntryId[] {
  return entries
    .map(({ id }, at) => ({ id, near: closeness[at] ?? 0 }))
    .filter(({ near }) => near > 0)
    .sort((one, other) => other.near - one.near || one.id - other.id)
    .slice(0, mostNearest)
    .map(({ id }) => id);
}
