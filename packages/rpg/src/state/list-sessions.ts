// Lists the games of a world.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Session } from './session.ts';
import { openSessionStore } from './session-store.ts';

/** Lists the games so that the game played last comes last. */
export function listSessions(connection: Connection): readonly Session[] {
  return openSessionStore(connection).list();
}
