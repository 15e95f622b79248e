// Searches the rows of a glossary for typed words: whole names first, then beginnings and parts of names, then definitions.

import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import type { EntryList, ListedEntry } from './build-entry-list.ts';
import { normaliseTyped } from './normalise-typed.ts';

type Query = RouteInput<'GET /api/worlds/{world}/entries'>['query'];
type Page = Omit<RouteAnswer<'GET /api/worlds/{world}/entries'>, 'asOf' | 'told' | 'hasRemoved'>;

/** `byReading` are the entries to whose names the story gives the typed words as a reading. */
export function searchEntries(list: EntryList, query: Query, byReading: readonly number[] = []): Page {
  const { q, kind, status, order, from, limit } = query;
  const found = rankFound(list, normaliseTyped(q), new Set(byReading));
  // A removed entry has the status that it had before.
  const isAny = status === undefined || status === 'removed';
  const waiting = isAny ? found : found.filter((row) => row.status === status);
  const wanted = kind === undefined ? waiting : waiting.filter((row) => row.kind === kind);
  const sorted = sortRows(wanted, order, q.trim() !== '');
  return { entries: sorted.slice(from, from + limit), total: wanted.length, kinds: countKinds(waiting) };
}

/**
 * Sorts the rows that match, the best first. Rows that match equally well, and all rows if nothing is searched for,
 * stay in the order of the list.
 */
function rankFound(list: EntryList, query: string, byReading: ReadonlySet<number>): readonly ListedEntry[] {
  if (query === '') return list;
  const score = (row: ListedEntry) => {
    const byWords = scoreWords(readWords(row), query);
    return byWords < readingScore && byReading.has(row.id) ? readingScore : byWords;
  };
  const byScore = Map.groupBy(list, score);
  return scores.flatMap((score) => byScore.get(score) ?? []);
}

/** The scores of matches, the best first. */
const scores = [7, 6, 5, 4, 3, 2, 1] as const;

/** A reading that the story gives counts as the beginning of an alias. */
const readingScore = 4;

/** Returns 0 if the words are not found. */
function scoreWords({ name, others, definition }: SearchedWords, query: string): 0 | (typeof scores)[number] {
  if (name === query) return 7;
  if (name.startsWith(query)) return 6;
  if (name.includes(` ${query}`) || name.includes(`-${query}`)) return 5;
  if (others.some((alias) => alias.startsWith(query))) return 4;
  if (name.includes(query)) return 3;
  if (others.some((alias) => alias.includes(query))) return 2;
  return definition.includes(query) ? 1 : 0;
}

interface SearchedWords {
  readonly name: string;
  readonly others: readonly string[];
  readonly definition: string;
}

/**
 * A row stays the same until its entry changes, so its words are normalised once, and not with each letter that is
 * typed.
 */
const known = new WeakMap<ListedEntry, SearchedWords>();

function readWords(row: ListedEntry): SearchedWords {
  const before = known.get(row);
  if (before !== undefined) return before;
  const { term, aliases, definition } = row;
  const words = {
    name: normaliseTyped(term),
    others: aliases.map(normaliseTyped),
    definition: normaliseTyped(definition),
  };
  known.set(row, words);
  return words;
}

function sortRows(
  rows: readonly ListedEntry[],
  order: Query['order'],
  isSearched: boolean,
): readonly ListedEntry[] {
  if (order === 'name') return rows.toSorted((one, other) => collator.compare(one.term, other.term));
  if (order === 'first' && !isSearched) return rows.toSorted((one, other) => one.id - other.id);
  return rows;
}

const collator = new Intl.Collator('en', { numeric: true });

function countKinds(rows: readonly ListedEntry[]): Page['kinds'] {
  const counts = new Map<string, number>();
  for (const { kind } of rows) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, entries]) => ({ kind, entries }))
    .toSorted((one, other) => other.entries - one.entries);
}
