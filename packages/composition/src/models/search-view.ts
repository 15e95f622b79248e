// Searches a world from a reader's place in it: by words, and by meaning if an embedding server is configured.

import { findByReading } from '@terrarium/annotator/find-by-reading';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import {
  type FoundEntries,
  type GlossarySearch,
  type Meaning,
  searchGlossary,
} from '@terrarium/annotator/search-glossary';
import { type FoundPassages, type StorySearch, searchStory } from '@terrarium/annotator/search-story';
import type { TerrariumError } from '@terrarium/kernel/errors';
import type { Host } from '../host/host.ts';
import { readConfigured } from '../settings/read-configured.ts';
import { openEmbedder } from './open-embedder.ts';

export interface SearchProgress {
  /** If the search is stopped, it throws the signal's reason; vectors that have arrived by then are kept. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, missing: number) => void;
}

type Searched<Search> = Omit<Search, 'meaning'> & SearchProgress;

export async function searchView(
  host: Host,
  view: WorldView,
  { signal, onProgress, ...search }: Searched<GlossarySearch>,
): Promise<FoundEntries> {
  const asked = { host, view, query: search.query, signal, onProgress };
  return await searchWithMeaning(asked, (meaning) =>
    searchGlossary(view.stores.glossary, { ...search, meaning, byReading: findByReading(view, search) }),
  );
}

/** Like `searchView`, but searches the words of the story. */
export async function searchStoryView(
  host: Host,
  view: WorldView,
  { signal, onProgress, ...search }: Searched<StorySearch>,
): Promise<FoundPassages> {
  const asked = { host, view, query: search.query, signal, onProgress };
  return await searchWithMeaning(asked, (meaning) =>
    searchStory(view, { withRest: true, ...search, meaning }),
  );
}

interface Asked extends SearchProgress {
  readonly host: Host;
  readonly view: WorldView;
  readonly query: string;
}

async function searchWithMeaning<Found extends { readonly failure?: TerrariumError }>(
  { host, view: { world }, query, signal, onProgress }: Asked,
  search: (meaning: Meaning | undefined) => Promise<Found>,
): Promise<Found> {
  if (query.trim() === '') return await search(undefined);
  const embedder = await openEmbedder(host, readConfigured(host, {}, world.dir));
  if (embedder === undefined) return await search(undefined);
  try {
    const found = await search({ embedder, vectorsPath: world.vectorsPath, signal, onProgress });
    if (found.failure !== undefined) host.notify({ kind: 'words-alone', failure: found.failure });
    return found;
  } finally {
    await embedder.close();
  }
}
