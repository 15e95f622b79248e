// Lists whom a player has met: everyone who is here, and everyone at visited places whom the story has named.

import { type Entity, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';

export function listMet({ state, listTurns }: Pick<Game, 'state' | 'listTurns'>): readonly Entity[] {
  const here = state.find(sceneId)?.sheet['here'];
  const all = [...state.list('npc'), ...state.list('creature')];
  const isHere = ({ sheet }: Entity) => sheet['at'] === here && sheet['is_gone'] !== true;
  const isKnown = ({ sheet: { at } }: Entity) =>
    typeof at !== 'string' || at === here || state.find(at as Entity['id'])?.sheet['is_visited'] === true;
  const elsewhere = all.filter((one) => !isHere(one) && isKnown(one));
  if (elsewhere.length === 0) return all.filter(isHere);
  const told = new Set(
    listTurns(Number.MAX_SAFE_INTEGER).flatMap(({ narrative, words }) => listWords(`${narrative} ${words}`)),
  );
  return all.filter((one) => isHere(one) || (isKnown(one) && isNamed(one, told)));
}

/** Words of a name that do not identify anybody. */
const small: ReadonlySet<string> = new Set('the a an of and old young'.split(' '));

/**
 * Whether the story has used a word of the name with its capital letter. One word of several is enough, as
 * people are called by any of their names.
 */
function isNamed({ type, sheet, key }: Entity, told: ReadonlySet<string>): boolean {
  const words = listWords(String(sheet['name'] ?? key)).filter((word) => !small.has(word.toLowerCase()));
  // A creature named "Hound" is called "the hound" in prose.
  return words.some((word) => told.has(word) || (type === 'creature' && told.has(word.toLowerCase())));
}

function listWords(text: string): readonly string[] {
  return text
    .replace(/['’]s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
