// Begins a game at once, with a shipped scenario and a first character, and asks no questions.

import type { Connection } from '@terrarium/kernel/open-database';
import { listScenarios, readScenario } from '@terrarium/rpg/scenarios';
import type { Session } from '@terrarium/rpg/session';
import { startSession } from '@terrarium/rpg/start-session';
import type { Host } from '../host/host.ts';
import { chooseFirstCharacter } from './choose-first-character.ts';
import { chooseSystem, simplestSystem } from './choose-system.ts';

export interface QuickGame {
  readonly connection: Connection;
  readonly name: string;
  readonly system: string | undefined;
  /** The folder of the world, which may have systems of its own. */
  readonly world: string;
}

export async function startQuickly(
  { environment }: Host,
  { connection, name, system: wanted, world: dir }: QuickGame,
): Promise<Session> {
  const { system, origin } = chooseSystem(wanted ?? simplestSystem, dir);
  const world = readScenario(listScenarios()[0]?.id ?? '');
  const character = chooseFirstCharacter(system, environment.chance);
  return startSession({ connection, environment, name, system, origin, world, character });
}
