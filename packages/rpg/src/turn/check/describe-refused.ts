// Describes a refused call in plain words, as something that did not happen.

import type { RefusedCall } from '../audit/turn-facts.ts';

const deeds: Readonly<Record<string, (given: Readonly<Record<string, string>>) => string>> = {
  move: ({ destination, who = 'the character' }) => `${who} going to ${destination}`,
  item_add: ({ name, target = 'the character' }) => `${target} getting ${name}`,
  item_remove: ({ item, target = 'the character' }) => `${target} losing or giving away ${item}`,
  condition_add: ({ condition, target = 'the character' }) => `${target} becoming ${condition}`,
  condition_remove: ({ condition, target = 'the character' }) => `${target} being rid of ${condition}`,
  npc_create: ({ name }) => `${name} being there`,
  place_create: ({ name }) => `the place ${name}`,
  adjust: ({ path, delta, target = 'the character' }) => `${target}, ${path} changing by ${delta}`,
  set: ({ path, value, target = 'the character' }) => `${target}, ${path} becoming ${value}`,
  mark: ({ path, count = '1', target = 'the character' }) => `${target}, ${path} marked ${count} times`,
  clock_tick: ({ name }) => `the clock ${name} ticking`,
  time_advance: ({ minutes = 'some', rest = '' }) => `${minutes} minutes passing ${rest}`,
};

export function describeRefused({ tool, given }: RefusedCall): string {
  const said = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const deed = deeds[tool]?.(said) ?? `${tool} ${Object.values(said).join(', ')}`;
  return `REFUSED, it did not happen: ${deed.trim()}.`;
}
