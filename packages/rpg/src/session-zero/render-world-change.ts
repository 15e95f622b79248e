// Says which parts of a world a change has altered, without telling what the game will reveal.

import type { Scenario } from '../narrator/scenario.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';
import { listOpenPlaces } from './list-open-places.ts';

/** The parts of a world as a player calls them; what only the game master is told has one name. */
const parts = {
  title: 'the title',
  about: 'the premise',
  tone: 'the tone',
  start: 'the beginning',
  opening: 'the beginning',
  suggestions: 'the beginning',
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

/** Such as “Different now: the beginning, people, lore. New: Bishop.” */
export function renderWorldChange(before: Scenario, after: Scenario): string {
  const changed = Object.entries(parts).flatMap(([part, label]) => {
    const [former, latter] = [before, after].map((world) => world[part as keyof typeof parts] as Json);
    return isSameJson(former, latter) ? [] : [label];
  });
  if (changed.length === 0) return 'Nothing is different in it.';
  const fresh = listFresh(before, after);
  const named = fresh.slice(0, mostNamed).join(', ');
  const more = fresh.length > mostNamed ? ` and ${fresh.length - mostNamed} more` : '';
  const added = named === '' ? '' : ` New: ${named}${more}.`;
  return `Different now: ${[...new Set(changed)].join(', ')}.${added}`;
}

const mostNamed = 6;

/**
 * Names of the places, people and creatures that the change added, so that players see whether they got what they asked
 * for. Places behind hidden ways, and whoever is at these places, are left out, because the game will reveal them.
 */
function listFresh(before: Scenario, after: Scenario): readonly string[] {
  const known = new Set([...before.places, ...before.people, ...before.creatures].map(({ name }) => name));
  const open = listOpenPlaces(after);
  const places = after.places.filter(({ name }) => open.has(name));
  const living = [...after.people, ...after.creatures].filter(({ at }) => at === undefined || open.has(at));
  return [...places, ...living].map(({ name }) => name).filter((name) => !known.has(name));
}
