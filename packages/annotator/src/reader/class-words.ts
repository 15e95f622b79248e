// Class words: nouns that say what sort of thing something is (`city`, `officer`, `beast`).

import { isEnglish, isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

const classLists = [
  'personWords',
  'placeWords',
  'groupNouns',
  'creatureWords',
  'itemWords',
  'measureWords',
  'titles',
] as const;

/** Whether the word names a class of things: a role, a kind of place, beast, tool, measure. */
export function isClassWord(lower: string): boolean {
  const singular = toSingular(lower);
  return classLists.some((list) => isListed(list, lower) || isListed(list, singular));
}

/** A class word of English, or of the story's own: a lower-case noun that English does not know. */
export function isClassToken(token: Token): boolean {
  if (isClassWord(token.lower)) return true;
  const isNoun = token.pos === 'NOUN' || token.pos === 'PROPN';
  return isNoun && !token.isCapital && token.lower.length > 2 && !isEnglish(token.lower);
}
