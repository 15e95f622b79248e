// Prepares a new game step by step, and begins it; the choices are stored, so that the terminal can go on from them too.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildGlossaryWorld } from '@terrarium/rpg/build-glossary-world';
import { drawWorld } from '@terrarium/rpg/draw-world';
import { listSessions } from '@terrarium/rpg/list-sessions';
import { joinLimits, readLimits } from '@terrarium/rpg/read-limits';
import type { Scenario } from '@terrarium/rpg/scenario';
import { listScenarios, readScenario } from '@terrarium/rpg/scenarios';
import type { Session } from '@terrarium/rpg/session';
import { openSessionSettingsStore } from '@terrarium/rpg/session-settings-store';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import { type SettledZero, settledZeroSchema } from '@terrarium/rpg/settled-zero';
import { startSession } from '@terrarium/rpg/start-session';
import type { System } from '@terrarium/rpg/system';
import type { TurnPreferences } from '@terrarium/rpg/turn-preferences';
import type { Host } from '../host/host.ts';
import { chooseFirstCharacter } from './choose-first-character.ts';
import { chooseSystem, simplestSystem } from './choose-system.ts';
import { readGlossarySource } from './read-glossary-source.ts';

export interface ZeroPlace {
  readonly host: Host;
  readonly connection: Connection;
  /** The folder of the world. */
  readonly dir: string;
  /** The name of the new game. */
  readonly name: string;
}

type Place = Pick<ZeroPlace, 'host' | 'connection' | 'name'>;

export function readSettled({ host, connection, name }: Place): SettledZero {
  const kept = openSessionZeroStore(connection, host.environment.clock).find(name);
  return settledZeroSchema.safeParse(kept ?? {}).data ?? {};
}

/** Throws `UsageError` if a game has that name already. */
export function saveSettled(place: Place, change: Partial<SettledZero>): SettledZero {
  const { host, connection, name } = place;
  if (listSessions(connection).some((session) => session.name === name)) throw refuseTaken(name);
  const settled = { ...readSettled(place), ...change };
  openSessionZeroStore(connection, host.environment.clock).write(name, JSON.parse(JSON.stringify(settled)));
  return settled;
}

export function resolveZeroSystem({ system }: SettledZero): ReturnType<typeof chooseSystem> {
  return chooseSystem(system?.kind === 'file' ? system.path : (system?.id ?? simplestSystem));
}

/** The world that the player chose, or the first shipped one. */
export function resolveZeroWorld({ world }: SettledZero): Scenario {
  if (world?.kind === 'made') return world.scenario;
  return readScenario(world?.id ?? listScenarios()[0]?.id ?? '');
}

/** Makes a world: a shipped one by its id, one from the glossary, or one drawn by chance. */
export async function createZeroWorld(
  { host, dir }: ZeroPlace,
  id: string,
  system: System,
): Promise<NonNullable<SettledZero['world']>> {
  if (id === 'glossary') {
    const scenario = buildGlossaryWorld(await readGlossarySource(host, { world: dir }));
    return { kind: 'made', scenario };
  }
  if (id === 'drawn') return { kind: 'made', scenario: drawWorld(system, host.environment.chance) };
  return { kind: 'shipped', id: readScenario(id).id };
}

interface Begun extends Place {
  /** What the game is called from now on; by default, as in its preparation. */
  readonly called?: string | undefined;
}

/** Begins the game with the player's choices; for everything else, takes the first choice. */
export function startSettled(place: Begun, wishes: Partial<TurnPreferences>, seed?: string): Session {
  const { host, connection, name, called = name } = place;
  const settled = readSettled(place);
  const { system, origin } = resolveZeroSystem(settled);
  const session = startSession({
    connection,
    environment: host.environment,
    name: called,
    seed,
    system,
    origin,
    concept: settled.concept,
    world: resolveZeroWorld(settled),
    madeBy: [
      settled.world?.kind === 'made' ? settled.world.madeBy : undefined,
      settled.character?.madeBy,
    ].filter((maker) => maker !== undefined),
    character: settled.character ?? chooseFirstCharacter(system, host.environment.chance),
  });
  const said = Object.entries(joinRead(wishes, settled.concept ?? '')).filter(
    ([, value]) => value !== '' && value !== undefined,
  );
  if (said.length > 0) {
    const store = openSessionSettingsStore(connection, session.id);
    store.write({ ...store.read(), ...Object.fromEntries(said) });
  }
  openSessionZeroStore(connection, host.environment.clock).remove(name);
  return session;
}

/** Adds the lines and veils found in the player's free words to those that they set. */
export function joinRead(wishes: Partial<TurnPreferences>, concept: string): Partial<TurnPreferences> {
  const { lines, veils } = readLimits(concept);
  return {
    ...wishes,
    lines: joinLimits(wishes.lines ?? '', lines).slice(0, longestLimits),
    veils: joinLimits(wishes.veils ?? '', veils).slice(0, longestLimits),
  };
}

/** The maximum length of the lines, and of the veils, in characters. */
const longestLimits = 2_000;

/** Returns the wanted name; if a game has it already, adds `mark` and a number. */
export function chooseFreeName(taken: ReadonlySet<string>, wanted: string, mark = '-'): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${mark}${number}`;
    if (!taken.has(name)) return name;
  }
}

function refuseTaken(name: string): UsageError {
  return new UsageError({
    code: 'play.game-exists',
    happened: `There is a game "${name}" already.`,
    todo: 'Give the new game another name, or play the existing game.',
  });
}
