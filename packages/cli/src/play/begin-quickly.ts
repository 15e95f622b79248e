// Begins a game at once: a shipped scenario, its first character, no questions.

import type { Connection } from '@terrarium/kernel/open-database';
import { beginSession } from '@terrarium/rpg/begin-session';
import { listQuickCharacters } from '@terrarium/rpg/build-character';
import { listScenarios, readScenario } from '@terrarium/rpg/scenarios';
import type { Session } from '@terrarium/rpg/session';
import type { Shell } from '../shell/shell.ts';
import { chooseSystem, simplestSystem } from './choose-system.ts';

export interface QuickGame {
  readonly connection: Connection;
  readonly name: string;
  readonly system: string | undefined;
}

export async function beginQuickly(
  shell: Shell,
  { connection, name, system: wanted }: QuickGame,
): Promise<Session> {
  const { system, origin } = chooseSystem(wanted ?? simplestSystem);
  const world = readScenario(listScenarios()[0]?.id ?? '');
  const character = listQuickCharacters(system)[0] ?? { name: 'The Stranger', about: '', set: {} };
  return beginSession({ connection, environment: shell.environment, name, system, origin, world, character });
}
