// Echo store: stores which number each event has in the text index.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { besideReach } from '@terrarium/kernel/score-places';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { type IndexedText, openTextIndex } from '@terrarium/kernel/text-index';
import { type EventId, type MemoryEvent, undatedMark } from '../events/event.ts';
import type { TimeSpan } from '../events/time-span.ts';
import { openToldFactStore } from '../facts/told-fact-store.ts';

export interface EchoPlace {
  readonly place: number;
  readonly eventId: EventId;
  readonly voice: string;
  readonly atMs: number;
}

export interface EchoStore {
  add(place: number, eventId: EventId): void;
  findPlace(id: EventId): number | undefined;
  findEvent(place: number): EventId | undefined;
  /** A number that grows whenever something is forgotten: then places may have lost their vectors. */
  countForgotten(): number;
  /** Removes a place with its vectors. */
  remove(place: number): void;
  /** Reads the newest places, in ascending order. */
  readNewest(limit: number): EchoPlace[];
  /** Finds the last place that was given to an event. */
  findLast(): EchoPlace | undefined;
  /** Reads the events at the given places, in any order; places without an event are left out. */
  readPlaces(places: readonly number[]): EchoPlace[];
  /**
   * All places of events in this time span, up to but not including `untilMs`. Events without a time are left
   * out.
   */
  readPlacesOf(span: TimeSpan): ReadonlySet<number>;
  /** All places of events that were said after this time. */
  readPlacesAfter(atMs: number): ReadonlySet<number>;
  /** The first `limit` places after this one, in order. */
  readAfter(place: number, limit: number): EchoPlace[];
  countAfter(place: number): number;
}

interface PlaceRow {
  readonly place: number;
  readonly event_id: number;
  readonly voice: string;
  readonly at_ms: number;
}

const columns = 'echo_place.place, echo_place.event_id, event.voice, event.at_ms';

export const openEchoStore = openOnce(buildEchoStore);

function buildEchoStore(connection: Connection): EchoStore {
  const insert = connection.prepare('INSERT INTO echo_place (place, event_id) VALUES (?, ?)');
  const last = connection.prepare<[], PlaceRow>(
    `SELECT ${columns} FROM echo_place JOIN event ON event.id = echo_place.event_id ORDER BY echo_place.place DESC LIMIT 1`,
  );
  const listed = connection.prepare<[string], PlaceRow>(
    `SELECT ${columns} FROM json_each(?) AS wanted JOIN echo_place ON echo_place.place = wanted.value
     JOIN event ON event.id = echo_place.event_id`,
  );
  const after = connection.prepare<[number, number], PlaceRow>(
    `SELECT ${columns} FROM echo_place JOIN event ON event.id = echo_place.event_id
     WHERE echo_place.place > ? ORDER BY echo_place.place LIMIT ?`,
  );
  const between = connection
    .prepare<[number, number], number>(
      `SELECT echo_place.place FROM event JOIN echo_place ON echo_place.event_id = event.id
       WHERE event.at_ms >= ? AND event.at_ms < ? AND coalesce(event.origin, '') NOT LIKE '${undatedMark}%'`,
    )
    .pluck();
  const later = connection
    .prepare<[number], number>(
      'SELECT echo_place.place FROM event JOIN echo_place ON echo_place.event_id = event.id WHERE event.at_ms > ?',
    )
    .pluck();
  const placeOf = connection
    .prepare<[number], number>('SELECT place FROM echo_place WHERE event_id = ?')
    .pluck();
  const eventAt = connection
    .prepare<[number], EventId>('SELECT event_id FROM echo_place WHERE place = ?')
    .pluck();
  const forgotten = connection.prepare<[], number>('SELECT coalesce(max(id), 0) FROM forgotten').pluck();
  const removed = connection.prepare('DELETE FROM echo_place WHERE place = ?');
  const unembed = connection.prepare('DELETE FROM text_vector WHERE place = ?');
  const newest = connection.prepare<[number], PlaceRow>(
    `SELECT ${columns} FROM echo_place JOIN event ON event.id = echo_place.event_id
     ORDER BY echo_place.place DESC LIMIT ?`,
  );
  const counted = connection
    .prepare<[number], number>('SELECT count(*) FROM echo_place WHERE place > ?')
    .pluck();
  return {
    add: (place, eventId) => {
      insert.run(place, eventId);
    },
    findPlace: (id) => placeOf.get(id),
    findEvent: (place) => eventAt.get(place),
    countForgotten: () => forgotten.get() ?? 0,
    remove(place) {
      unembed.run(place);
      removed.run(place);
    },
    readNewest: (limit) => newest.all(limit).map(parseRow).reverse(),
    findLast() {
      const row = last.get();
      return row === undefined ? undefined : parseRow(row);
    },
    readPlaces: (places) => listed.all(JSON.stringify(places)).map(parseRow),
    readPlacesOf: ({ fromMs, untilMs }) => new Set(between.all(fromMs, untilMs)),
    readPlacesAfter: (atMs) => new Set(later.all(atMs)),
    readAfter: (place, limit) => after.all(place, limit).map(parseRow),
    countAfter: (place) => counted.get(place) ?? 0,
  };
}

function parseRow(row: PlaceRow): EchoPlace {
  return { place: row.place, eventId: row.event_id as EventId, voice: row.voice, atMs: row.at_ms };
}

/** After a silence of this length a new conversation begins. */
const longestSilenceMs = 4 * 60 * 60 * 1000;

/**
 * `shownText` must contain only what may be found, and nothing that its speaker kept private. Callers do not
 * index parroted events.
 */
export function addToIndex(connection: Connection, event: MemoryEvent, shownText: string): void {
  const store = openEchoStore(connection);
  const place = choosePlace(store.findLast(), event.atMs);
  store.add(place, event.id);
  openTextIndex(connection).add(readIndexedText(place, shownText));
  openToldFactStore(connection).write(event, shownText);
}

export function readIndexedText(place: number, shownText: string): IndexedText {
  return { place, terms: splitTerms(shownText), isQuestion: /[?？؟]/.test(shownText) };
}

/**
 * The next place after the last event if the talk continues. After a silence, or for a message with an earlier
 * time, a place so far away that the two are not neighbours.
 */
export function choosePlace(last: Pick<EchoPlace, 'place' | 'atMs'> | undefined, atMs: number): number {
  if (last === undefined) return 1;
  const silenceMs = atMs - last.atMs;
  return last.place + (silenceMs >= 0 && silenceMs < longestSilenceMs ? 1 : besideReach + 1);
}
