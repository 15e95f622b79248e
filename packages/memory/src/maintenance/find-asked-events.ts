// Finds the moments that a person's request to maintenance is about, if nothing was said since the last run.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { openCompiledEventStore } from './compiled-event-store.ts';

interface AskedGround {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly tokens: { count(text: string): number };
}

/** At most this many tokens of the earlier talk are read again. */
const askedTokens = 4_000;

/**
 * The moments that match the words of the request, in the order of time; only moments from which something may be
 * learnt.
 */
export function findAskedEvents({ connection, clock, tokens }: AskedGround, query: string): EventId[] {
  const search = { query, inView: new Set<EventId>(), budgetTokens: askedTokens, tokens, nowMs: clock.now() };
  const events = openCompiledEventStore(connection);
  return searchEchoes(connection, search)
    .filter(({ event }) => events.isSource(event.id))
    .sort((one, other) => one.event.atMs - other.event.atMs || one.event.id - other.event.id)
    .map(({ event }) => event.id);
}
