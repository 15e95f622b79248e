// Lists whom a player has met: everyone who is here, and everyone at visited places whom the story has named.

import { type Entity, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';

export function listMet({ state, listTurns }: Pick<Game, 'state' | 'listTurns'>): readonly Entity[] {
  const here = state.find(sceneId)?.sheet['here'];
  const all = [...state.list('npc'), ...state.list('creature')];
  const isHere = ({ sheet }: Entity) => sheet['at'] === here && sheet['is_gone'] !== true;
  const isKnown = ({ sheet: { at } }: Entity) =>
    typeof at !== 'string' || at === here || state.find(at as Entity['id'])?.sheet['is_visited'] === true;
  const elsewhere = all.filter((one) => !isHere(one) && isKnown(one));
  if (elsewhere.length === 0) return all.filter(isHere);
  const told = listTold(listTurns, ({ narrative, words }) => `${narrative} ${words}`);
  return all.filter((one) => isHere(one) || (isKnown(one) && isNamed(one, told)));
}

/**
 * Lists people whom the story has called by their whole name but whom the player has not met, such as somebody who went
 * to a place where the player has not been. Where they are is not for the player to know.
 */
export function listHeardOf(game: Pick<Game, 'state' | 'listTurns'>): readonly Entity[] {
  const met = new Set(listMet(game).map(({ id }) => id));
  const others = game.state.list('npc').filter(({ id, sheet }) => !met.has(id) && sheet['is_gone'] !== true);
  if (others.length === 0) return [];
  // The player's own words do not count as hearing of somebody.
  const told = listTold(game.listTurns, ({ narrative }) => narrative);
  return others.filter((one) => listNameWords(one).every((word) => told.has(word)));
}

function listTold(listTurns: Game['listTurns'], read: (turn: Turn) => string): ReadonlySet<string> {
  return new Set(listTurns(Number.MAX_SAFE_INTEGER).flatMap((turn) => listWords(read(turn))));
}

/** Words of a name that do not identify anybody. */
const small: ReadonlySet<string> = new Set('the a an of and old young'.split(' '));

/**
 * Whether the story has used a word of the name with its capital letter. One word of several is enough, as
 * people are called by any of their names.
 */
function isNamed(one: Entity, told: ReadonlySet<string>): boolean {
  const { type } = one;
  const words = listNameWords(one);
  // A creature named "Hound" is called "the hound" in prose.
  return words.some((word) => told.has(word) || (type === 'creature' && told.has(word.toLowerCase())));
}

/** The words of a name, without the small ones. */
function listNameWords({ sheet, key }: Entity): readonly string[] {
  return listWords(String(sheet['name'] ?? key)).filter((word) => !small.has(word.toLowerCase()));
}

function listWords(text: string): readonly string[] {
  return text
    .replace(/['’]s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
