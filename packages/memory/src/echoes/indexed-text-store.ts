// Reads the texts for the word index, and rebuilds an index that an earlier version wrote.

import { type Connection, canWrite } from '@terrarium/kernel/open-database';
import { type IndexedText, openTextIndex, rebuildTextIndex } from '@terrarium/kernel/text-index';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { openToldFactStore } from '../facts/told-fact-store.ts';
import { openEchoStore, readIndexedText } from './echo-store.ts';

const pageSize = 500;

/** The texts that the index should hold. */
export function* readIndexed(connection: Connection): Generator<IndexedText> {
  const events = openEventStore(connection);
  const page = connection.prepare<[number, number], { place: number; event_id: EventId }>(
    'SELECT place, event_id FROM echo_place WHERE place > ? ORDER BY place LIMIT ?',
  );
  let former = 0;
  for (let rows = page.all(0, pageSize); rows.length > 0; ) {
    const ids = new Map(rows.map(({ place, event_id }) => [event_id, place]));
    const found = events.readAll([...ids.keys()]);
    const spans = events.readSpansOf([...found.values()]);
    for (const [id, place] of ids) {
      const event = found.get(id);
      const shown = event === undefined ? '' : showEvent(event, spans.get(event.id) ?? []);
      yield readIndexedText(place, shown);
    }
    const last = rows.at(-1)?.place ?? 0;
    rows = last < former ? [] : page.all(last, pageSize);
    former = last;
  }
}

/**
 * Removes the most recently indexed event from the index, as if it had never been there. Runs within the
 * caller's transaction.
 */
export function removeFromIndex(connection: Connection, id: EventId): void {
  const [places, events] = [openEchoStore(connection), openEventStore(connection)];
  openToldFactStore(connection).remove(id);
  const place = places.findPlace(id);
  if (place === undefined) return;
  const readText = ({ place: at, eventId }: { readonly place: number; readonly eventId: EventId }) => {
    const event = events.find(eventId);
    return readIndexedText(at, event === undefined ? '' : showEvent(event, events.readSpans(eventId)));
  };
  openTextIndex(connection).removeLast(readText({ place, eventId: id }), (count) =>
    places.readNewest(count).map(readText),
  );
  places.remove(place);
}

/**
 * Rebuilds the index if an earlier version showed messages in another way. If several programs open the
 * memory, one of them rebuilds it. If that program is killed meanwhile, the next opening rebuilds it.
 */
export function rebuildStaleIndex(connection: Connection): void {
  const stale = connection.prepare<[], number>('SELECT count(*) FROM stale_index').pluck();
  if (!canWrite(connection) || stale.get() === 0) return;
  connection
    .transaction(() => {
      if (stale.get() === 0) return;
      rebuildTextIndex(connection, readIndexed(connection));
      connection.exec('DELETE FROM stale_index');
    })
    .immediate();
}
