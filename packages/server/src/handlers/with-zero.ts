// Finds the game in preparation that an address names, for the duration of a request.

import { preparePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import type { Configured } from '@terrarium/composition/read-configured';
import { chooseFreeName, type ZeroPlace } from '@terrarium/composition/settle-zero';
import { listSessions } from '@terrarium/rpg/list-sessions';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import type { Desk } from '../shelf/desk.ts';

export interface ZeroAddress {
  readonly world: string;
  /** If undefined, the game whose preparation was begun, or a new one. */
  readonly name: string | undefined;
  /** Whether a model will be asked. */
  readonly isAsking?: boolean;
}

/** The longest name that is made from a title. */
export const longestZeroName = 60;

/**
 * Calls `work` with the games of a world and the name of the game that is being prepared; a world may have no game yet.
 */
export async function withZero<Result>(
  { host, shelf }: Pick<Desk, 'host' | 'shelf'>,
  { world: key, name, isAsking = false }: ZeroAddress,
  work: (place: ZeroPlace, configured: Configured) => Result | Promise<Result>,
): Promise<Result> {
  const { dir, title } = shelf.require(key);
  const world = await preparePlayWorld(host, { world: dir, flags: {}, uses: isAsking ? ['model'] : [] });
  return await withPlayDatabase(host, world, (connection) => {
    const taken = new Set(listSessions(connection).map((session) => session.name));
    const begun = openSessionZeroStore(connection, host.environment.clock).list();
    const chosen = name ?? begun[0] ?? chooseFreeName(taken, title.slice(0, longestZeroName));
    return work({ host, connection, dir, name: chosen }, world.configured);
  });
}
