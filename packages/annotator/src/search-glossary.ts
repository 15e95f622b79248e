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
  /** Entries to whose names the story gives the query as a reading (`findByReading`). */
  readonly byReading?: readonly EntryId[] | undefined;
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
  { meaning, byReading = [], ...query }: GlossarySearch,
): Promise<FoundEntries> {
  const limit = clampLimit(query.limit);
  const isPlain = meaning === undefined || query.query.trim() === '';
  const found = glossary.search(isPlain ? query : { ...query, limit: Math.max(limit, mostRanked) });
  const words = insertByReading(glossary, { query, found, byReading });
  if (isPlain) return buildPlain(words.slice(0, limit));
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

interface FoundByWords {
  readonly query: GlossaryQuery;
  readonly found: readonly GlossaryEntry[];
  readonly byReading: readonly EntryId[];
}

/** The entries that the words found, with those of the reading behind the exact names. */
function insertByReading(
  glossary: ReadableGlossary,
  { query, found, byReading }: FoundByWords,
): readonly GlossaryEntry[] {
  if (byReading.length === 0) return found;
  const passing = new Set(listSearched(glossary, query).map(({ id }) => id));
  const named = listNamedExactly(glossary, query.query);
  const read = glossary.read(byReading.filter((id) => passing.has(id)));
  const exact = found.filter(({ id }) => named.has(id));
  return [...new Map([...exact, ...read, ...found].map((entry) => [entry.id, entry])).values()];
}

function listNamedExactly(glossary: ReadableGlossary, name: string): ReadonlySet<EntryId | undefined> {
  return new Set([glossary.findByTerm(name), ...glossary.listByName(name)].map((entry) => entry?.id));
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
  const named = listNamedExactly(glossary, query.query);
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
