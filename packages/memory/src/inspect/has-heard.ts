// Tells whether a memory heard at least one of the given messages when it was said.

import type { Connection } from '@terrarium/kernel/open-database';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { normalise } from '../working-memory/normal-form.ts';

export interface SaidMessage {
  readonly atMs: number;
  /** The part of the message that is shown, which is what others hear of it. */
  readonly shown: string;
}

/**
 * Memories in the same talk store one message at most this far apart: they store it one after the other, and
 * each may have to wait for its database.
 */
const nearMs = 30_000;

export function hasHeard(connection: Connection, messages: readonly SaidMessage[]): boolean {
  const store = openEventStore(connection);
  return messages.some(({ atMs, shown }) => {
    const said = normalise(shown);
    if (said === '') return false;
    const near = store.readBetween({ fromMs: atMs - nearMs, untilMs: atMs + nearMs });
    const spans = store.readSpansOf(near);
    return near.some((event) => normalise(showEvent(event, spans.get(event.id) ?? [])) === said);
  });
}
