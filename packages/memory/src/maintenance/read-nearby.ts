// Reads events together with the messages around them, which show whom or what `he` and `there` mean.

import type { EventId } from '../events/event.ts';
import type { CompiledEvent } from './compiled-event-store.ts';

/** How many messages before and after an event may show what it is about. */
const reach = { before: 6, after: 2 } as const;
/** Messages that are further apart than this count as parts of different talks. */
const longestSilenceMs = 4 * 60 * 60 * 1_000;

/** The events, and the events around them in the same talk, each once. */
export function readNearby(
  read: (ids: readonly EventId[]) => readonly CompiledEvent[],
  events: readonly CompiledEvent[],
): readonly CompiledEvent[] {
  const own = new Map(events.map((event) => [event.id, event]));
  const near = new Map<EventId, CompiledEvent>();
  for (const event of read([...new Set(events.flatMap(listAround))])) near.set(event.id, event);
  const found = events.flatMap((event) =>
    listAround(event).flatMap((id) => {
      const other = near.get(id);
      return other !== undefined && Math.abs(other.atMs - event.atMs) <= longestSilenceMs ? [other] : [];
    }),
  );
  for (const event of found) own.set(event.id, event);
  return [...own.values()];
}

function listAround({ id }: CompiledEvent): readonly EventId[] {
  return Array.from(
    { length: reach.before + reach.after + 1 },
    (_, at) => (id - reach.before + at) as EventId,
  ).filter((one) => one > 0);
}
