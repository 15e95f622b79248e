// Scenarios: the openings that come with the game.

import { UsageError } from '@terrarium/kernel/errors';
import type { GameState } from '../values/entity.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';
import theUnkeptLamp from './scenarios/the-unkept-lamp.json' with { type: 'json' };
import theWinterToll from './scenarios/the-winter-toll.json' with { type: 'json' };
import { nameOf } from './world.ts';

const shipped: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['the-unkept-lamp', theUnkeptLamp],
  ['the-winter-toll', theWinterToll],
]);

export function listScenarios(): readonly {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}[] {
  return [...shipped.keys()].map((id) => {
    const { title, about } = readOnce(id);
    return { id, title, about };
  });
}

export function readScenario(id: string): Scenario {
  const json = shipped.get(id);
  if (json === undefined) {
    throw new UsageError({
      code: 'scenario.unknown',
      happened: `There is no scenario "${id}".`,
      todo: `Choose one of: ${[...shipped.keys()].join(', ')}.`,
    });
  }
  return scenarioSchema.parse(json);
}

const read = new Map<string, Scenario>();

/** Undefined for a world of the player's own, which is told by the grammar alone. */
export function findScenario(state: GameState): Scenario | undefined {
  const places = new Set(state.list('location').map((place) => nameOf(place).toLowerCase()));
  return listScenarios()
    .map(({ id }) => readOnce(id))
    .find((scenario) => scenario.places.every(({ name }) => places.has(name.toLowerCase())));
}

function readOnce(id: string): Scenario {
  const known = read.get(id) ?? readScenario(id);
  read.set(id, known);
  return known;
}
