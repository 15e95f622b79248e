// Aside store: which messages are set aside.
// Their events stay in the database, but nothing in the memory is made from them.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { EventId } from './event.ts';

/** Messages that were set aside together. */
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
   * Reads the newest events that are not set aside, in the order of their arrival, from the last one on that the
   * person said or that was imported.
   */
  readTail(): readonly TailEvent[];
  /** Finds the last event that arrived before this one and is not set aside; 0 for none. */
  findPlaceBefore(id: EventId): number;
  /** Finds the last event that is not set aside; 0 for none. */
  findLast(): number;
  add(aside: NewAside): void;
  remove(run: number): void;
  /** Lists the groups of messages that were set aside after this event, the latest first. */
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
  /** Whether an import brought the event. */
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
): Pick<AsideStore, 'isAside' | 'readTail' | 'findPlaceBefore' | 'findLast' | 'findCompiled'> {
  const one = connection.prepare<[number], number>('SELECT 1 FROM aside WHERE event_id = ?').pluck();
  const backwards = connection.prepare<
    [],
    { id: EventId; side: 'user' | 'companion'; voice: string; origin: string | null }
  >('SELECT id, side, voice, origin FROM standing_event ORDER BY id DESC');
  const before = connection
    .prepare<[number], number>('SELECT id FROM standing_event WHERE id < ? ORDER BY id DESC LIMIT 1')
    .pluck();
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
      for (const { id, side, voice, origin } of backwards.iterate()) {
        tail.unshift({ id, side, voice, isImported: origin !== null });
        if (side === 'user' || origin !== null) break;
      }
      return tail;
    },
    findPlaceBefore: (id) => before.get(id) ?? 0,
    findLast: () => before.get(Number.MAX_SAFE_INTEGER) ?? 0,
    findCompiled: (ids) => compiled.get(JSON.stringify(ids)),
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
