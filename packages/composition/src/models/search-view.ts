// Searches a world from where somebody stands in it: by words, and by meaning where a server of embeddings is configured.

import type { WorldView } from '@terrarium/annotator/open-world-view';
import { type FoundEntries, type GlossarySearch, searchGlossary } from '@terrarium/annotator/search-glossary';
import type { Host } from '../host/host.ts';
import { readConfigured } from '../settings/read-configured.ts';
import { openEmbedder } from './open-embedder.ts';

interface ViewSearch extends Omit<GlossarySearch, 'meaning'> {
  /** A search that is stopped throws its reason; the vectors that came until then are kept. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, missing: number) => void;
}

export async function searchView(
  host: Host,
  { world, stores: { glossary } }: WorldView,
  { signal, onProgress, ...search }: ViewSearch,
): Promise<FoundEntries> {
  if (search.query.trim() === '') return await searchGlossary(glossary, search);
  const embedder = await openEmbedder(host, readConfigured(host, {}, world.dir));
  if (embedder === undefined) return await searchGlossary(glossary, search);
  try {
    const meaning = { embedder, vectorsPath: world.vectorsPath, signal, onProgress };
    const found = await searchGlossary(glossary, { ...search, meaning });
    if (found.failure !== undefined) host.notify({ kind: 'words-alone', failure: found.failure });
    return found;
  } finally {
    await embedder.close();
  }
}
