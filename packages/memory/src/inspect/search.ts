// Search: the fuzzy door to every moment of the talk, for whoever has no key. Never shows what was kept to oneself.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EchoQuery } from '../echoes/rank-places.ts';
import { searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { clampLimit } from './clamp-limit.ts';
import { cutExcerpt } from './cut-excerpt.ts';

export interface SearchOptions extends Omit<EchoQuery, 'query'> {
  /** At most this many, 10 unless told otherwise; never more than 200. */
  readonly limit?: number | undefined;
}

export interface SearchResult {
  readonly eventId: EventId;
  readonly voice: string;
  readonly atMs: number;
  /** What was shown of it, from just before the first word that was looked for. */
  readonly excerpt: string;
  readonly score: number;
  readonly because: string;
}

/** Best first. Any text is a safe query; one without content words finds nothing. */
export function search(
  connection: Connection,
  query: string,
  { limit, ...options }: SearchOptions,
): readonly SearchResult[] {
  const most = clampLimit(limit);
  // Each result counts for one: the budget is in results.
  const found = searchEchoes(connection, {
    ...options,
    query,
    inView: new Set(),
    budgetTokens: most,
    tokens: { count: () => 1 },
  });
  return found.slice(0, most).map(({ event, shownText, score, rankBy, because }) => ({
    eventId: event.id,
    voice: event.voice,
    atMs: event.atMs,
    excerpt: cutExcerpt(shownText, rankBy.terms),
    score,
    because,
  }));
}
