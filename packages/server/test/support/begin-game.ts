// Begins a game in a world for a test, as the command line does.

import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { listQuickCharacters } from '@terrarium/rpg/build-character';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { readScenario } from '@terrarium/rpg/scenarios';
import { startSession } from '@terrarium/rpg/start-session';

export interface BegunGame {
  readonly id: string;
  /** The address of the game on the server. */
  readonly path: string;
}

export function beginGame(
  worldDir: string,
  system = 'starter',
  scenario = 'the-unkept-lamp',
  name = 'A game',
): BegunGame {
  const connection = openRpgDatabase({ path: join(worldDir, 'rpg.db') });
  try {
    const chosen = readShippedSystem(system);
    const [character = { name: 'The Stranger', about: '', set: {} }] = listQuickCharacters(chosen);
    const { id } = startSession({
      connection,
      environment: buildSystemEnvironment(),
      name,
      seed: 'a seed',
      system: chosen,
      world: readScenario(scenario),
      character,
    });
    return { id, path: `/api/worlds/low-veyre/games/${id}` };
  } finally {
    connection.close();
  }
}
