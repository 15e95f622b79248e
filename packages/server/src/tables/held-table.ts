// Held table: keeps a game with its narrator open between requests.

import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import type { Host } from '@terrarium/composition/host';
import { type Table, withTable } from '@terrarium/composition/open-table';
import { UsageError } from '@terrarium/kernel/errors';
import { listSessions } from '@terrarium/rpg/list-sessions';

export interface HeldTable {
  readonly table: Table;
  /** Releases the game, and waits until it is closed. */
  close(): Promise<void>;
}

interface Wanted {
  readonly dir: string;
  /** Id of a game. */
  readonly session: string;
}

/** Throws `UsageError` if there is no such game. */
export async function openHeldTable(host: Host, { dir, session }: Wanted): Promise<HeldTable> {
  await requireGame(host, { dir, session });
  const opened = Promise.withResolvers<Table>();
  const over = Promise.withResolvers<void>();
  const closed = withTable(host, { world: dir, session, flags: {} }, async (table) => {
    opened.resolve(table);
    await over.promise;
  });
  closed.catch(opened.reject);
  const table = await opened.promise;
  return {
    table,
    async close() {
      over.resolve();
      await closed;
    },
  };
}

/** Without this, a game that is named but does not exist would be begun. */
async function requireGame(host: Host, { dir, session }: Wanted): Promise<void> {
  const world = await requirePlayWorld(host, { world: dir, flags: {} });
  const sessions = await withPlayDatabase(host, world, listSessions);
  if (sessions.some(({ id }) => id === session)) return;
  throw new UsageError({
    code: 'play.unknown-game',
    happened: 'This world has no such game.',
    todo: 'Choose one from the list of its games.',
  });
}
