// Reads messages as they are shown, each with the items that it brought into mind.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { openPageStore, type ToldItem } from './page-store.ts';

export interface TalkMessage
  extends Pick<MemoryEvent, 'id' | 'side' | 'voice' | 'atMs' | 'isUndated' | 'imagePath'> {
  /** The part of the message that is shown. */
  readonly shown: string;
  readonly told: readonly ToldItem[];
}

/** Returns the oldest message first. */
export function readTold(connection: Connection, ids: readonly EventId[]): readonly TalkMessage[] {
  const found = openEventStore(connection).readAll(ids);
  return buildMessages(
    connection,
    [...found.values()].toSorted((one, other) => one.atMs - other.atMs || one.id - other.id),
  );
}

export function buildMessages(
  connection: Connection,
  events: readonly MemoryEvent[],
): readonly TalkMessage[] {
  const spans = openEventStore(connection).readSpansOf(events);
  const told = openPageStore(connection).readToldBy(events.map(({ id }) => id));
  return events.map((event) => {
    const { id, side, voice, atMs, isUndated, imagePath } = event;
    const own = { shown: showEvent(event, spans.get(id) ?? []), told: told.get(id) ?? [] };
    return { id, side, voice, atMs, isUndated, imagePath, ...own };
  });
}
