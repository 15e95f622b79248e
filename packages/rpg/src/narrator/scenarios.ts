// Scenarios: the openings that come with the game.

import { UsageError } from '@terrarium/kernel/errors';
import { type Scenario, scenarioSchema } from './scenario.ts';
import theUnkeptLamp from './scenarios/the-unkept-lamp.json' with { type: 'json' };
import theWinterToll from './scenarios/the-winter-toll.json' with { type: 'json' };

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
    const { title, about } = readScenario(id);
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
