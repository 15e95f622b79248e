// Finds the scenario a game was begun with, by the places it has.

import type { GameState } from '../values/entity.ts';
import type { Scenario } from './scenario.ts';
import { listScenarios, readScenario } from './scenarios.ts';
import { nameOf } from './world.ts';

const read = new Map<string, Scenario>();

/** Undefined for a world of somebody's own: it is told by the grammar alone. */
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
