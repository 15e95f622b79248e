// Held things: whether the player's character has what a narrative names, and whether a clause names it.

import { findPhrase, toSingular } from './read-clauses.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

const alike = [
  'book ledger journal diary tome volume notebook folio',
  'knife dagger blade dirk stiletto',
  'sword blade rapier longsword sabre',
  'gun pistol rifle revolver musket',
  'cloak coat cape mantle greatcoat',
  'bag pack satchel purse pouch rucksack knapsack sack',
  'lamp lantern light',
  'bread loaf crust heel',
  'letter note paper parchment page envelope',
  'stick staff cane pole',
  'ring band signet',
  'key passkey',
  'armour mail jerkin coat',
].map((group) => new Set(group.split(' ')));

/**
 * Whether the noun `thing` may mean the thing of this name: by one of its words, the end of one ("staff" for a
 * leystaff), or a word of its kind ("blade" for a dagger).
 */
export function isNamed(name: unknown, thing: string): boolean {
  if (typeof name !== 'string') return false;
  const wanted = toSingular(thing);
  return splitWords(name).some((word) => {
    const part = toSingular(word);
    return (
      part === wanted ||
      isCompound(part, wanted) ||
      alike.some((group) => group.has(part) && group.has(wanted))
    );
  });
}

/** A noun may stand for a compound that ends with it: "the staff" for a leystaff. */
function isCompound(part: string, noun: string): boolean {
  return noun.length >= 4 && part.endsWith(noun);
}

export function isHeld({ held, kept, done }: TurnFacts, thing: string): boolean {
  const isDone = done.some(
    ({ tool, given }) => tool.startsWith('item_') && isNamed(given['name'] ?? given['item'], thing),
  );
  return isDone || [...held, ...kept].some((name) => isNamed(name, thing));
}

/** Whether what is given is only a place to sit, as in "he gives you the flat stone by the fire". */
export function isSeat(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) =>
      /^(?:by|beside|near|next|nearest|opposite|at)$/.test(text) &&
      /^(?:stone|bench|stool|chair|seat|log|cushion|place|spot|corner|bed|rug)$/.test(
        words[at - 1]?.text ?? '',
      ),
  );
}

/**
 * Whether the clause has the name of the thing up to a comma or "of", or else the last word of this, soon after "the"
 * or "your".
 */
export function isSpokenOf(name: string, words: readonly Word[]): boolean {
  const parts = splitWords(name.split(/,| of /i)[0] ?? '');
  const noun = parts.at(-1) ?? '';
  const at = findPhrase(words, [noun]);
  if (noun === '' || at < 0) return false;
  return (
    findPhrase(words, parts) >= 0 ||
    words.slice(Math.max(0, at - 3), at).some(({ text }) => text === 'the' || text === 'your')
  );
}

/** Whether no call of the turn took a thing of this name away. */
export function isStill({ done }: TurnFacts, name: string): boolean {
  return !done.some(
    ({ tool, given }) => tool === 'item_remove' && isNamed(given['item'], splitWords(name).at(-1) ?? ''),
  );
}
