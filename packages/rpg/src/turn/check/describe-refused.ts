// Describes a refused call in plain words, as something that did not happen.

import { playerWords } from '../../tools/resolve-target.ts';
import { type EntityId, type GameState, playerId } from '../../values/entity.ts';
import type { RefusedCall } from '../audit/list-refused.ts';
import { readName } from '../context/read-scene.ts';

type Given = Readonly<Record<string, string>>;

/**
 * What each call would have done. A call that only looks, notes or asks is not here, since no telling can present it as
 * done.
 */
const deeds: Readonly<Record<string, (given: Given) => string>> = {
  roll: ({ as, move, check, formula = 'a roll', who = 'the character', against }) =>
    `${as ?? move ?? check ?? formula} by ${who}${against === undefined ? '' : ` against ${against}`}`,
  move: ({ destination, who = 'the character' }) => `${who} going to ${destination}`,
  item_add: ({ name, target = 'the character' }) => `${target} getting ${name}`,
  item_remove: ({ item, target = 'the character', to }) =>
    `${target} losing or giving away ${item}${to === undefined ? '' : ` to ${to}`}`,
  condition_add: ({ condition, target = 'the character' }) => `${target} becoming ${condition}`,
  condition_remove: ({ condition, target = 'the character' }) => `${target} being rid of ${condition}`,
  npc_create: ({ name }) => `${name} being there`,
  place_create: ({ name }) => `the place ${name}`,
  adjust: ({ path, delta, target = 'the character' }) => `${target}, ${path} changing by ${delta}`,
  set: ({ path, value, target = 'the character' }) => `${target}, ${path} becoming ${value}`,
  mark: ({ path, count = '1', target = 'the character' }) => `${target}, ${path} marked ${count} times`,
  clock_tick: ({ name }) => `the clock ${name} ticking`,
  quest_update: ({ name, status, done }) => `quest ${name}: ${status ?? `${done ?? 'a step'} done`}`,
  time_advance: ({ minutes = 'some', rest = '' }) => `${minutes} minutes passing ${rest}`,
  mode_set: ({ mode }) => (mode === 'combat' ? 'a fight beginning' : 'the fight ending'),
};

/** Nothing for a call that is not in `deeds`, or whose arguments are hidden. */
export function describeRefused(
  state: Pick<GameState, 'find'>,
  { tool, given, isAgain = false }: RefusedCall,
): readonly string[] {
  const deed = deeds[tool];
  if (deed === undefined || Object.keys(given).length === 0) return [];
  const said = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? nameGiven(state, value) : JSON.stringify(value),
    ]),
  );
  const when = isAgain ? 'REFUSED, it did not happen once more' : 'REFUSED, it did not happen';
  return [`${when}: ${deed(said).trim()}.`];
}

function nameGiven(state: Pick<GameState, 'find'>, value: string): string {
  const id = playerWords.test(value) ? playerId : value;
  const entity = id.includes(':') ? state.find(id as EntityId) : undefined;
  return entity === undefined ? value : readName(entity);
}
