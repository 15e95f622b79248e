// Aside store: which messages are set aside.
// Their events stay in the database, but nothing in the memory is made from them.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { EventId } from './event.ts';

export interface AsideRun {
  /** The greater the number, the later the messages were set aside. */
  readonly run: number;
  /** The ids in the order in which the messages were said. */
  readonly eventIds: readonly EventId[];
  /**
   * The changes of items that undid the effects of these messages: those with numbers after `firstChange`, up
   * to `lastChange`.
   */
  readonly firstChange: number;
  readonly lastChange: number;
}

export interface NewAside extends Omit<AsideRun, 'run'> {
  /** The event that these messages followed; 0 if nothing was said before. */
  readonly place: number;
  readonly atMs: number;
}

export interface AsideStore {
  isAside(id: EventId): boolean;
  /**
   * Reads the end of the talk in the order of arrival: the last event that the person said or that was imported, and
   * the events after it. Passes over events that were set aside, and over imported events that are older than words
   * said here before the import.
   */
  readTail(): readonly TailEvent[];
  /** Finds the event that this one follows in the talk, passing over events that are set aside; 0 for none. */
  findPlaceBefore(id: EventId): number;
  /** Finds the event with which the talk ends, passing over events that are set aside; 0 for none. */
  findLast(): number;
  /** Finds the event that arrived last and is not set aside, wherever it is in the talk; 0 for none. */
  findNewest(): number;
  add(aside: NewAside): void;
  remove(run: number): void;
  /**
   * Lists the groups of set-aside messages that followed this event in the talk. The group that was set aside
   * last comes first.
   */
  listRunsAt(place: number): readonly AsideRun[];
  /** Finds the number of the last change of an item; 0 for none. */
  findLastChange(): number;
  /** Finds a fragment that was compiled from one of these events; undefined if there is none. */
  findCompiled(ids: readonly EventId[]): string | undefined;
}

export interface TailEvent {
  readonly id: EventId;
  readonly side: 'user' | 'companion';
  readonly voice: string;
  readonly isImported: boolean;
}

interface AsideRow {
  readonly event_id: EventId;
  readonly run: number;
  readonly first_change: number;
  readonly last_change: number;
}

export const openAsideStore = openOnce(buildAsideStore);

function buildAsideStore(connection: Connection): AsideStore {
  return { ...openTail(connection), ...openRuns(connection) };
}

function openTail(
  connection: Connection,
): Pick<AsideStore, 'isAside' | 'readTail' | 'findPlaceBefore' | 'findLast' | 'findNewest' | 'findCompiled'> {
  const one = connection.prepare<[number], number>('SELECT 1 FROM aside WHERE event_id = ?').pluck();
  const before = connection.prepare<[number], TailRow>(
    'SELECT id, side, voice, origin, at_ms FROM standing_event WHERE id < ? ORDER BY id DESC LIMIT 1',
  );
  const findBefore = openFindBefore(connection, (id) => before.get(id));
  const compiled = connection
    .prepare<[string], string>(
      `SELECT fragment.key FROM fragment_source JOIN fragment ON fragment.id = fragment_source.fragment_id
       WHERE event_id IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .pluck();
  return {
    isAside: (id) => one.get(id) !== undefined,
    readTail() {
      const tail: TailEvent[] = [];
      for (let row = findBefore(afterAll); row !== undefined; row = findBefore(row.id)) {
        const { id, side, voice, origin } = row;
        tail.unshift({ id, side, voice, isImported: origin !== null });
        if (side === 'user' || origin !== null) break;
      }
      return tail;
    },
    findPlaceBefore: (id) => findBefore(id)?.id ?? 0,
    findLast: () => findBefore(afterAll)?.id ?? 0,
    findNewest: () => before.get(afterAll)?.id ?? 0,
    findCompiled: (ids) => compiled.get(JSON.stringify(ids)),
  };
}

interface TailRow {
  readonly id: EventId;
  readonly side: 'user' | 'companion';
  readonly voice: string;
  readonly origin: string | null;
  readonly at_ms: number;
}

const afterAll = Number.MAX_SAFE_INTEGER;

/**
 * Returns a function that finds the last event before an id, leaving out events that are set aside. It passes over an
 * imported event that is older than words said here before the import, even if these words are set aside: a message
 * that is brought back must find its old place again.
 */
function openFindBefore(
  connection: Connection,
  findArrived: (id: number) => TailRow | undefined,
): (id: number) => TailRow | undefined {
  const latest = connection.prepare<[], number | null>('SELECT max(at_ms) FROM event').pluck();
  const own = connection.prepare<[number], { id: number; at_ms: number }>(
    'SELECT id, at_ms FROM event WHERE origin IS NULL AND id < ? ORDER BY id DESC LIMIT 1',
  );
  const later = connection
    .prepare<{ atMs: number; from: number; to: number }, number | null>(
      'SELECT max(id) FROM standing_event WHERE at_ms >= :atMs AND +id > :from AND +id < :to',
    )
    .pluck();
  return (id) => {
    let before = id;
    for (;;) {
      const last = findArrived(before);
      if (last === undefined || last.origin === null || last.at_ms >= (latest.get() ?? 0)) return last;
      const said = own.get(last.id);
      if (said === undefined || last.at_ms >= said.at_ms) return last;
      const ofThen = later.get({ atMs: said.at_ms, from: said.id, to: last.id }) ?? said.id;
      before = ofThen + 1;
    }
  };
}

function openRuns(
  connection: Connection,
): Pick<AsideStore, 'add' | 'remove' | 'listRunsAt' | 'findLastChange'> {
  const newest = connection.prepare<[], number | null>('SELECT max(run) FROM aside').pluck();
  const insert = connection.prepare(
    `INSERT INTO aside (event_id, run, place, first_change, last_change, at_ms)
     VALUES (:eventId, :run, :place, :firstChange, :lastChange, :atMs)`,
  );
  const remove = connection.prepare('DELETE FROM aside WHERE run = ?');
  const at = connection.prepare<[number], AsideRow>(
    'SELECT event_id, run, first_change, last_change FROM aside WHERE place = ? ORDER BY run DESC, event_id',
  );
  const lastChange = connection.prepare<[], number | null>('SELECT max(id) FROM item_change').pluck();
  return {
    add({ eventIds, ...aside }) {
      const run = (newest.get() ?? 0) + 1;
      for (const eventId of eventIds) insert.run({ ...aside, eventId, run });
    },
    remove: (run) => void remove.run(run),
    listRunsAt: (place) =>
      [...Map.groupBy(at.all(place), ({ run }) => run)].map(([run, rows]) => ({
        run,
        eventIds: rows.map(({ event_id }) => event_id),
        firstChange: rows[0]?.first_change ?? 0,
        lastChange: rows[0]?.last_change ?? 0,
      })),
    findLastChange: () => lastChange.get() ?? 0,
  };
}
