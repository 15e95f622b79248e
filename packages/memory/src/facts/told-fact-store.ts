// Told-fact store: which event tells which facts about its speaker, written in the transaction that stores the event.
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import { type Connection, canWrite } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { openAsideStore } from '../events/aside-store.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { listTellings, type Strength } from './read-tellings.ts';

export interface ToldFact {
  readonly voice: string;
  readonly key: string;
  readonly atMs: number;
  readonly eventId: EventId;
  readonly strength: Strength;
}

export interface ToldFactStore {
  /** Rebuilds the facts of an event from its shown text, within the caller's transaction. */
  write(event: Pick<MemoryEvent, 'id' | 'voice' | 'atMs'>, shownText: string): void;
  /** Removes the facts of an event that was set aside. */
  remove(id: EventId): void;
  /** Reads the newest tellings of a fact up to a moment, the newest first. */
  readNewest(fact: Pick<ToldFact, 'voice' | 'key'>, page: TellingsPage): ToldFact[];
  /** Reads the facts that these events state, in any order. */
  readOf(ids: readonly EventId[]): ToldFact[];
}

export interface TellingsPage {
  readonly limit: number;
  readonly untilMs: number;
}

interface FactRow {
  readonly voice: string;
  readonly fact: string;
  readonly at_ms: number;
  readonly event_id: EventId;
  readonly strength: Strength;
}

/** If the memory was migrated from a layout without facts, the first call that may write fills them in. */
export const openToldFactStore = openOnce(buildToldFactStore);

function buildToldFactStore(connection: Connection): ToldFactStore {
  const clear = connection.prepare('DELETE FROM told_fact WHERE event_id = ?');
  const insert = connection.prepare(
    `INSERT INTO told_fact (voice, fact, at_ms, event_id, strength)
     SELECT :voice, key, :atMs, :eventId, value FROM json_each(:facts)`,
  );
  const newest = connection.prepare<[Pick<ToldFact, 'voice' | 'key'> & TellingsPage], FactRow>(
    `SELECT voice, fact, at_ms, event_id, strength FROM told_fact WHERE voice = :voice AND fact = :key AND at_ms <= :untilMs
     ORDER BY at_ms DESC, event_id DESC LIMIT :limit`,
  );
  const listed = connection.prepare<[string], FactRow>(
    `SELECT voice, fact, at_ms, told_fact.event_id, strength FROM json_each(?) AS wanted
     JOIN told_fact ON told_fact.event_id = wanted.value WHERE strength = 2`,
  );
  const write: ToldFactStore['write'] = ({ id, voice, atMs }, shownText) => {
    clear.run(id);
    const facts = listTellings(shownText).map(({ key, strength }) => [key, strength] as const);
    if (facts.length === 0) return;
    insert.run({ voice, atMs, eventId: id, facts: JSON.stringify(Object.fromEntries(facts)) });
  };
  if (canWrite(connection)) fillMissing(connection, write);
  return {
    write,
    remove: (id) => void clear.run(id),
    readNewest: ({ voice, key }, { limit, untilMs }) =>
      newest.all({ voice, key, untilMs, limit }).map(parseRow),
    readOf: (ids) => listed.all(JSON.stringify(ids)).map(parseRow),
  };
}

function parseRow({ voice, fact, at_ms, event_id, strength }: FactRow): ToldFact {
  return { voice, key: fact, atMs: at_ms, eventId: event_id, strength };
}

const pageSize = 500;

interface ShownMoment {
  readonly event: MemoryEvent;
  readonly shownText: string;
}

/**
 * Yields the events from which facts are read, in the order of their arrival: those that are shown, and are neither
 * parroted nor set aside.
 */
function* iterateShown(connection: Connection): Generator<ShownMoment> {
  const [store, aside] = [openEventStore(connection), openAsideStore(connection)];
  let afterId = 0;
  for (;;) {
    const events = store.readArrived({ afterId, limit: pageSize });
    const spans = store.readSpansOf(events);
    for (const event of events) {
      if (event.isShown && !event.isParroted && !aside.isAside(event.id))
        yield { event, shownText: showEvent(event, spans.get(event.id) ?? []) };
    }
    const last = events.at(-1)?.id;
    if (last === undefined) return;
    afterId = last;
  }
}

/** Reads facts from past messages, in a memory that was migrated from a layout without facts. */
function fillMissing(connection: Connection, write: ToldFactStore['write']): void {
  const isFilled = connection.prepare<[], number>('SELECT is_filled FROM told_fact_extent').pluck();
  if (isFilled.get() === 1) return;
  connection
    .transaction(() => {
      for (const { event, shownText } of iterateShown(connection)) write(event, shownText);
      connection.prepare('UPDATE told_fact_extent SET is_filled = 1').run();
    })
    .immediate();
}

/** Rebuilds the facts of all events from which facts are read, within the caller's transaction. */
export function rebuildToldFacts(connection: Connection): void {
  const { write } = openToldFactStore(connection);
  for (const { event, shownText } of iterateShown(connection)) write(event, shownText);
}

/**
 * Yields each event whose stored facts differ from the facts in its text, and one more row if facts are stored for
 * events from which none are read.
 */
export function* compareToldFacts(connection: Connection): Generator<DamagedRow> {
  openToldFactStore(connection);
  const stored = connection.prepare<[number], [string, string, number, Strength]>(
    'SELECT voice, fact, at_ms, strength FROM told_fact WHERE event_id = ?',
  );
  let count = 0;
  for (const { event, shownText } of iterateShown(connection)) {
    const should = new Map(listTellings(shownText).map(({ key, strength }) => [key, strength]));
    const is = stored.raw().all(event.id);
    count += is.length;
    const isSame = is.every(
      ([voice, fact, atMs, strength]) =>
        voice === event.voice && atMs === event.atMs && should.get(fact) === strength,
    );
    if (is.length === should.size && isSame) continue;
    yield { table: 'told_fact', row: String(event.id), what: 'differs from what the text tells' };
  }
  const all = connection.prepare<[], number>('SELECT count(*) FROM told_fact').pluck().get() ?? 0;
  if (all !== count)
    yield { table: 'told_fact', row: '', what: 'has facts from messages that state no fact' };
}
