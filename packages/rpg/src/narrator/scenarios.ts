// Reads the scenarios that ship with the game.

import { UsageError } from '@terrarium/kernel/errors';
import type { GameState } from '../values/entity.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';
import theUnkeptLamp from './scenarios/the-unkept-lamp.json' with { type: 'json' };
import theWinterToll from './scenarios/the-winter-toll.json' with { type: 'json' };
import { nameOf } from './world.ts';

/** The files, not yet parsed: parsing a whole scenario takes a while, and its title can be read without this. */
const shipped = [theUnkeptLamp, theWinterToll];

export function listScenarios(): readonly {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}[] {
  return shipped.map(({ id, title, about }) => ({ id, title, about }));
}

export function readScenario(id: string): Scenario {
  const json = shipped.find((one) => one.id === id);
  if (json === undefined) {
    throw new UsageError({
      code: 'scenario.unknown',
      happened: `There is no scenario "${id}".`,
      todo: `Choose one of: ${shipped.map((one) => one.id).join(', ')}.`,
    });
  }
  return scenarioSchema.parse(json);
}

const read = new Map<string, Scenario>();

/**
 * Finds the shipped scenario whose places are all in the game. Undefined for a world that does not come with the game:
 * the narrator then tells of it with the grammar alone.
 */
export function findScenario(state: GameState): Scenario | undefined {
  const places = new Set(state.list('location').map((place) => nameOf(place).toLowerCase()));
  const found = shipped.find((one) => one.places.every(({ name }) => places.has(name.toLowerCase())));
  return found === undefined ? undefined : withFormerNames(readOnce(found.id), state);
}

/**
 * Scenarios whose clocks have their former names, by the scenario's id and these names; kept because each request
 * needs the scenario.
 */
const renamed = new Map<string, Scenario>();

/** Clocks that were renamed, each with its former name. Games that began with the former name keep it. */
const formerNames: Readonly<Record<string, string>> = { 'Somebody packs up': 'Gutch packs up' };

function withFormerNames(scenario: Scenario, state: GameState): Scenario {
  const clocks = state.list('clock').map(nameOf);
  const old = Object.entries(formerNames).filter(([, former]) => clocks.includes(former));
  if (old.length === 0) return scenario;
  const key = [scenario.id, ...old.flat()].join('\n');
  const known = renamed.get(key);
  if (known !== undefined) return known;
  const written = old.reduce(
    (json, [name, former]) => json.replaceAll(`"${name}"`, () => `"${former}"`),
    JSON.stringify(scenario),
  );
  const named = scenarioSchema.parse(JSON.parse(written));
  renamed.set(key, named);
  return named;
}

function readOnce(id: string): Scenario {
  const known = read.get(id) ?? readScenario(id);
  read.set(id, known);
  return known;
}
