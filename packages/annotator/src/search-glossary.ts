// Searches a glossary by words and, if there is an embedder, also by meaning.

import { ModelError, ProviderError, StorageError } from '@terrarium/kernel/errors';
import { mergeRanks } from '@terrarium/kernel/score-places';
import type { ReadableGlossary } from './as-of/open-glossary-as-of.ts';
import type { EntryId, GlossaryEntry } from './glossary/entry.ts';
import { clampLimit, type GlossaryQuery } from './glossary/glossary-store.ts';
import { type Meaning, rankByMeaning } from './meaning/rank-by-meaning.ts';

export type { Meaning } from './meaning/rank-by-meaning.ts';

export interface GlossarySearch extends GlossaryQuery {
  /** Without an embedder, entries are found by words alone. */
  readonly meaning?: Meaning | undefined;
}

export interface FoundEntries {
  /** The entries, best first. */
  readonly entries: readonly GlossaryEntry[];
  /** The entries that were not found by any word of the query. */
  readonly byMeaning: ReadonlySet<EntryId>;
  /** Why entries were found by words alone, although there is an embedder. */
  readonly failure?: MeaningFailure;
}

export type MeaningFailure = ProviderError | ModelError | StorageError;

/** At most this many entries found by words are ranked: further down, ranks hardly distinguish entries. */
const mostRanked = 100;

/**
 * Searches by words as the glossary itself does. With an embedder, these ranks and the ranks by meaning are fused;
 * exact names still come first. For a glossary as of a moment, only what it contained then is embedded and ranked.
 * Throws `StorageError` if the glossary cannot be read, and the reason of the signal if it is aborted.
 */
export async function searchGlossary(
  glossary: ReadableGlossary,
  { meaning, ...query }: GlossarySearch,
): Promise<FoundEntries> {
  if (meaning === undefined || query.query.trim() === '') return buildPlain(glossary.search(query));
  const limit = clampLimit(query.limit);
  const words = glossary.search({ ...query, limit: Math.max(limit, mostRanked) });
  const entries = listSearched(glossary, query);
  let nearest: readonly EntryId[];
  try {
    nearest = await rankByMeaning(query.query, entries, meaning);
  } catch (failure) {
    if (!isOfMeaning(failure)) throw failure;
    return { ...buildPlain(words.slice(0, limit)), failure };
  }
  return mergeRankings(glossary, { query, words, nearest, limit });
}

function buildPlain(entries: readonly GlossaryEntry[]): FoundEntries {
  return { entries, byMeaning: new Set() };
}

/** Whether only the search by meaning failed: the search by words is then still of use. */
export function isOfMeaning(error: unknown): error is MeaningFailure {
  return error instanceof ProviderError || error instanceof ModelError || error instanceof StorageError;
}

function listSearched(
  glossary: ReadableGlossary,
  { tags = [], status, corpus }: GlossaryQuery,
): GlossaryEntry[] {
  const all = [...glossary.iterateEntries({ status, corpus })];
  return tags.length === 0 ? all : all.filter((entry) => entry.tags.some((tag) => tags.includes(tag)));
}

interface Rankings {
  readonly query: GlossaryQuery;
  readonly words: readonly GlossaryEntry[];
  readonly nearest: readonly EntryId[];
  readonly limit: number;
}

/** Of equally good entries, one found by words comes first, and then the older one. */
function mergeRankings(glossary: ReadableGlossary, { query, words, nearest, limit }: Rankings): FoundEntries {
  const places = words.map(({ id }) => id);
  const fused = mergeRanks([
    { places, share: 1 },
    { places: nearest, share: 1 },
  ]);
  const named = new Set(
    [glossary.findByTerm(query.query), ...glossary.listByName(query.query)].map((entry) => entry?.id),
  );
  const exact = places.filter((id) => named.has(id));
  const found = new Set(places);
  const others = [...new Set([...places, ...nearest])]
    .filter((id) => !named.has(id))
    .map((id) => ({ id, worth: fused.get(id) ?? 0, isFound: found.has(id) }))
    .sort(
      (one, other) =>
        other.worth - one.worth || Number(other.isFound) - Number(one.isFound) || one.id - other.id,
    );
  const ids = [...exact, ...others.map(({ id }) => id)].slice(0, limit);
  return { entries: glossary.read(ids), byMeaning: new Set(ids.filter((id) => !found.has(id))) };
}
