// Finds who is here by a name that somebody elsewhere has too: "grey wolf 2", where a call says "grey wolf".

import { type Entity, type GameState, playerId } from '../../values/entity.ts';
import { normaliseName } from '../match-name.ts';
import { isId, readName, resolveTarget } from '../resolve-target.ts';

const living = ['npc', 'creature'] as const;

/** Undefined unless the words name somebody elsewhere, and exactly one here has the same name with a number. */
export function findNamesakeHere(state: GameState, words: string): Entity | undefined {
  if (isId(words)) return undefined;
  const here = state.find(playerId)?.sheet['at'];
  const found = resolveTarget(state, words, living);
  if (!found.ok || typeof here !== 'string' || found.entity.sheet['at'] === here) return undefined;
  const wanted = normaliseName(words);
  const numbered = living
    .flatMap((type) => state.list(type))
    .filter(({ sheet }) => sheet['at'] === here && sheet['is_gone'] !== true)
    .filter((one) => normaliseName(readName(one).replace(/ \d{1,3}$/u, '')) === wanted);
  return numbered.length === 1 ? numbered[0] : undefined;
}
