// Tells which nouns say what sort of thing something is (`city`, `officer`, `beast`).

import { isEnglish, isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

const classLists = [
  'personWords',
  'roleWords',
  'placeWords',
  'groupNouns',
  'creatureWords',
  'itemWords',
  'measureWords',
  'titles',
] as const;

/** Returns the part after the last hyphen: a `hand-lamp` is a lamp. */
export function cutCompound(lower: string): string {
  return lower.slice(lower.lastIndexOf('-') + 1);
}

/** Whether the word names a class of persons or things, such as `captain`, `city` or `beast`. */
export function isClassWord(lower: string): boolean {
  const singular = toSingular(cutCompound(lower));
  return isAgent(singular) || classLists.some((list) => isListed(list, lower) || isListed(list, singular));
}

const agent = /.{3}(?:wright|smith|keeper|maker|monger|master|mistress|holder|bearer|man|woman)$/;

/** Whether the word's ending shows an occupation, as in `bellmaker` or `lampkeeper`, even if the word is in no list. */
function isAgent(singular: string): boolean {
  return agent.test(singular);
}

/** Whether the word says who somebody is: kin, occupation, rank or role (`sister`, `lawyer`, `neighbour`). */
export function isPersonWord(lower: string): boolean {
  const singular = toSingular(cutCompound(lower));
  return (
    isAgent(singular) ||
    isListed('personWords', singular) ||
    isListed('roleWords', singular) ||
    isListed('personWords', lower)
  );
}

const vagueWords = new Set(
  'man men woman women person people fellow creature child children boy girl gentleman lady'.split(' '),
);

/** Whether the word says hardly more than that somebody is a person, such as `man` or `lady`. */
export function isVagueWord(lower: string): boolean {
  return vagueWords.has(lower) || vagueWords.has(toSingular(lower));
}

const relativeWords = new Set(
  'friend enemy foe lover wife husband son daughter father mother brother sister uncle aunt cousin nephew niece grandson granddaughter grandfather grandmother parent companion comrade acquaintance neighbour neighbor partner guest host hostess master mistress rival favourite favorite'.split(
    ' ',
  ),
);

const unit =
  /^(?:seconds?|minutes?|hours?|days?|years?|inch|inches|foot|feet|miles?|yards?|pounds?|degrees?)$/;

/** Whether the word is an ordinary unit of measurement, such as `mile` or `hour`. */
export function isUnit(lower: string): boolean {
  return unit.test(lower);
}

/** Whether the word says who somebody is only with a possessor: `a friend of N` does, `a good friend` does not. */
export function isRelativeWord(lower: string): boolean {
  return relativeWords.has(lower);
}

/**
 * Whether the token is an English word for a class, or a word of the story for one: a lower-case noun that English
 * does not know.
 */
export function isClassToken(token: Token): boolean {
  if (isClassWord(token.lower)) return true;
  const isNoun = token.pos === 'NOUN' || token.pos === 'PROPN';
  const isForeign = isListed('foreignWords', token.lower);
  return isNoun && !token.isCapital && token.lower.length > 2 && !isForeign && !isEnglish(token.lower);
}
