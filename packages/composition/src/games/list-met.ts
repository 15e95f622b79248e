// Lists whom a player has met: everyone who is here, and everyone at visited places whom the story has named.

import { isUnspaced } from '@terrarium/kernel/split-terms';
import { type Entity, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { listEntryNames, openOtherNames } from '@terrarium/rpg/other-names';
import type { Turn } from '@terrarium/rpg/session';

/** If the head is given, the words told so far are read only once for each head. */
export interface Remembered extends Pick<Game, 'state' | 'listTurns'> {
  readonly head?: Pick<Turn, 'id'> | undefined;
}

export function listMet(game: Remembered): readonly Entity[] {
  const { state } = game;
  const here = state.find(sceneId)?.sheet['here'];
  const all = [...state.list('npc'), ...state.list('creature')];
  const isHere = ({ sheet }: Entity) => sheet['at'] === here && sheet['is_gone'] !== true;
  const isKnown = ({ sheet: { at } }: Entity) =>
    typeof at !== 'string' || at === here || state.find(at as Entity['id'])?.sheet['is_visited'] === true;
  const elsewhere = all.filter((one) => !isHere(one) && isKnown(one));
  if (elsewhere.length === 0) return all.filter(isHere);
  const told = readTold(game).said;
  const own = findOwnWords(
    all.filter((one) => isHere(one) || isKnown(one)),
    openOtherNames(state),
  );
  return all.filter((one) => isHere(one) || (isKnown(one) && isNamed(one, told, own(one))));
}

/**
 * Lists people and creatures of whom the story has said nothing yet: it neither brought the player to them nor used any
 * of their names, and they are not of the player's own story either.
 */
export function listUntold(game: Remembered): readonly Entity[] {
  const known = listMet(game);
  const met = new Set(known.map(({ id }) => id));
  const others = [...game.state.list('npc'), ...game.state.list('creature')].filter(({ id }) => !met.has(id));
  if (others.length === 0) return [];
  const told = readTold(game).narrated;
  const names = openOtherNames(game.state);
  const strangers = others.filter((one) => !isNamed(one, told, findOwnWords([...known, one], names)(one)));
  const read = strangers.length === 0 ? new Set() : readNamesOfStory(game);
  return strangers.filter(({ sheet }) => !read.has(String(sheet['name'] ?? '').toLowerCase()));
}

/** The names, in lower case, that the player knows from their own story, whose glossary the game was made from. */
function readNamesOfStory({ state }: Remembered): ReadonlySet<string> {
  const names = state.list('note').flatMap(listEntryNames);
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Whether the story, or the player, has said every word of this name. */
export function isTold(game: Remembered, name: string): boolean {
  const words = listWords(name);
  return words.length > 0 && words.every(readTold(game).said);
}

/**
 * Finds the words of a name that only this person's name has: a family name may mean the father, not the daughter. If
 * there are none, all words together are needed. Another name from the glossary counts too if it is a single word.
 */
function findOwnWords(
  all: readonly Entity[],
  listOthers: (one: Entity) => readonly string[],
): (one: Entity) => readonly string[] {
  const list = (one: Entity) => {
    const others = listOthers(one)
      .map(listWords)
      .filter((words) => words.length === 1);
    return [...new Set([...listNameWords(one), ...others.flat().filter(isProper)])];
  };
  const counts = new Map<string, number>();
  for (const word of all.flatMap(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (one) => list(one).filter((word) => counts.get(word) === 1);
}

/** Whether a word may be a name: it begins with a capital or, in a script without spaces, is longer than one sign. */
function isProper(word: string): boolean {
  return isUnspaced(word) ? [...word].length > 1 : /^\p{Lu}/u.test(word);
}

/**
 * Lists people who are not gone, whom the story has called by their whole name, but whom the player has not met. They
 * may be in a place where the player has not been, so the player is not told where they are.
 */
export function listHeardOf(game: Remembered): readonly Entity[] {
  const met = new Set(listMet(game).map(({ id }) => id));
  const others = game.state.list('npc').filter(({ id, sheet }) => !met.has(id) && sheet['is_gone'] !== true);
  if (others.length === 0) return [];
  // The player's own words do not count as hearing of somebody.
  const told = readTold(game).narrated;
  return others.filter((one) => listNameWords(one).every(told));
}

interface Told {
  readonly head: number;
  /** Whether the story has used this word. */
  readonly narrated: IsUsed;
  /** Whether the story or the player has used it. */
  readonly said: IsUsed;
}

type IsUsed = (word: string) => boolean;

const known = new WeakMap<Game['listTurns'], Told>();

function readTold({ listTurns, head }: Pick<Remembered, 'listTurns' | 'head'>): Omit<Told, 'head'> {
  const before = known.get(listTurns);
  if (before !== undefined && before.head === head?.id) return before;
  const turns = listTurns(Number.MAX_SAFE_INTEGER);
  const narrated = findUsed(turns.map(({ narrative }) => narrative));
  const written = findUsed(turns.map(({ words }) => words));
  const told = { narrated, said: (word: string) => narrated(word) || written(word) };
  if (head !== undefined) known.set(listTurns, { ...told, head: head.id });
  return told;
}

/** In a script without spaces, a word is used if it stands anywhere in the texts, as no part of a longer word. */
function findUsed(texts: readonly string[]): IsUsed {
  const words = new Set(texts.flatMap(listWords));
  const unspaced = [...words].filter(isUnspaced).join(' ');
  return (word) => words.has(word) || (isUnspaced(word) && isWithin(unspaced, word));
}

/** Words that are parts of other words beside more of the same: a single Han sign (灯 in 街灯), katakana (アン in アンナ). */
const joining = [
  { pattern: /^\p{sc=Han}$/u, more: String.raw`\p{sc=Han}` },
  { pattern: /^[\p{sc=Katakana}ー]+$/u, more: String.raw`[\p{sc=Katakana}ー]` },
] as const;

function isWithin(text: string, word: string): boolean {
  const more = joining.find(({ pattern }) => pattern.test(word))?.more;
  if (more === undefined) return text.includes(word);
  return new RegExp(`(?<!${more})${word}(?!${more})`, 'u').test(text);
}

/** Words of a name that do not identify anybody. */
const small: ReadonlySet<string> = new Set('the a an of and old young'.split(' '));

/**
 * Whether the story has used one of the words that only this name has (`own`), since people are called by any of their
 * names. The word needs its capital letter, except for a creature. If there is no such word, whether the story has used
 * all words of the name.
 */
function isNamed(one: Entity, told: IsUsed, own: readonly string[]): boolean {
  // A creature named "Hound" is called "the hound" in prose.
  const isTold = (word: string) => told(word) || (one.type === 'creature' && told(word.toLowerCase()));
  const words = listNameWords(one);
  return own.some(isTold) || (own.length === 0 && words.length > 0 && words.every(isTold));
}

/** The words of a name, without those in `small`, such as `the`. */
export function listNameWords({ sheet, key }: Entity): readonly string[] {
  return listWords(String(sheet['name'] ?? key)).filter((word) => !small.has(word.toLowerCase()));
}

function listWords(text: string): readonly string[] {
  return text
    .replace(/['’]s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
