// Shares each open game among all pages that show it.

import { join } from 'node:path';
import type { Host } from '@terrarium/composition/host';
import { readFileStamp } from '@terrarium/kernel/read-file-stamp';
import type { KeptTable, OpenTable } from './open-kept-table.ts';

export interface Tables {
  /**
   * Calls `work` with the game of this id, which must exist; the game stays open for a while. It is opened anew if
   * another file has taken the place of the one that it was read from.
   */
  use<Result>(
    dir: string,
    session: string,
    work: (open: OpenTable) => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * Has each game opened anew when it is next used; called after settings have changed. A turn that is being told is
   * told to its end.
   */
  reset(): Promise<void>;
  /** Closes all games. A telling that is under way is stopped, and can be gone on with once the server runs again. */
  close(): Promise<void>;
}

interface Seat {
  readonly opening: Promise<KeptTable>;
  /** The stamp of the file of the games, read before the file was opened. */
  readonly file: string | undefined;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** How long a game that nobody looks at stays open. */
const idleMs = 60_000;

export function openTables(host: Host): Tables {
  const seats = new Map<string, Seat>();
  /** Seats that a page still follows, but that are not used for new requests. */
  const left = new Map<Seat, string>();
  const closeSeat = async (key: string, seat: Seat): Promise<void> => {
    clearTimeout(seat.timer);
    left.delete(seat);
    if (seats.get(key) === seat) seats.delete(key);
    const kept = await seat.opening.catch(() => undefined);
    if (kept === undefined) return;
    kept.stop(true);
    await kept.wait();
    kept.watch.close();
    await kept.held.close();
  };
  const release = (key: string, seat: Seat): void => {
    left.set(seat, key);
    if (seat.users === 0) void closeIdle(key, seat);
  };
  const openSeatFor = (dir: string, session: string): Seat => {
    const key = JSON.stringify([dir, session]);
    const file = readFileStamp(join(dir, 'rpg.db'))?.file;
    const known = seats.get(key);
    const isReplaced = known !== undefined && known.file !== file;
    if (isReplaced) release(key, known);
    const seat =
      known === undefined || isReplaced
        ? { opening: openKept(host, dir, session), file, users: 0, timer: undefined }
        : known;
    seats.set(key, seat);
    clearTimeout(seat.timer);
    seat.users += 1;
    return seat;
  };
  const unlockSeat = (key: string, seat: Seat): void => {
    seat.users -= 1;
    if (seat.users > 0) return;
    seat.timer = setTimeout(() => void closeIdle(key, seat), idleMs);
    seat.timer.unref();
  };
  const closeIdle = async (key: string, seat: Seat): Promise<void> => {
    const kept = await seat.opening.catch(() => undefined);
    await kept?.wait();
    if (seat.users === 0) await closeSeat(key, seat);
  };
  return {
    async use(dir, session, work) {
      const key = JSON.stringify([dir, session]);
      const seat = openSeatFor(dir, session);
      try {
        return await work(await openSeat(seats, key, seat));
      } finally {
        unlockSeat(key, seat);
      }
    },
    async reset() {
      for (const [key, seat] of seats) left.set(seat, key);
      seats.clear();
      // A page that follows a game keeps the game that was opened before, until the page connects again.
      const idle = [...left].filter(([seat]) => seat.users === 0);
      await Promise.all(idle.map(([seat, key]) => closeIdle(key, seat)));
    },
    async close() {
      const all = [...seats, ...[...left].map(([seat, key]) => [key, seat] as const)];
      await Promise.all(all.map(([key, seat]) => closeSeat(key, seat)));
    },
  };
}

/** If a game could not be opened, the next request tries again. */
async function openSeat(seats: Map<string, Seat>, key: string, seat: Seat): Promise<KeptTable> {
  try {
    return await seat.opening;
  } catch (error) {
    if (seats.get(key) === seat) seats.delete(key);
    throw error;
  }
}

/** What keeps a game open is loaded with the first game: it brings along most of the game. */
async function openKept(host: Host, dir: string, session: string): Promise<KeptTable> {
  const { openKeptTable } = await import('./open-kept-table.ts');
  return await openKeptTable(host, dir, session);
}
