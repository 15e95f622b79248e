// Renders which parts of a world made for a game a change altered, without telling what the game will reveal.

import type { Scenario } from '../narrator/scenario.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';

/** The parts of a world as a player calls them; what only the game master is told has one name. */
const parts = {
  title: 'the title',
  about: 'the premise',
  tone: 'the tone',
  start: 'the beginning',
  opening: 'the beginning',
  places: 'places',
  ways: 'ways',
  people: 'people',
  creatures: 'creatures',
  items: 'things',
  quests: 'quests',
  factions: 'factions',
  notes: 'lore',
  clocks: 'what is hidden',
  secrets: 'what is hidden',
} as const satisfies Partial<Record<keyof Scenario, string>>;

/** A sentence such as “Different now: the beginning, people, lore.” */
export function renderWorldChange(before: Scenario, after: Scenario): string {
  const changed = Object.entries(parts).flatMap(([part, label]) => {
    const [former, latter] = [before, after].map((world) => world[part as keyof typeof parts] as Json);
    return isSameJson(former, latter) ? [] : [label];
  });
  return changed.length === 0
    ? 'Nothing is different in it.'
    : `Different now: ${[...new Set(changed)].join(', ')}.`;
}
