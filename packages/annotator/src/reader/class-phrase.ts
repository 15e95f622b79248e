// Class phrase: the noun phrase by which something is put into a class, its head, and whose it is.

import { cutCompound, isClassToken, isPersonWord, isRelativeWord } from './class-words.ts';
import { determiners, isFiniteVerb, prepositions, relatives } from './clause.ts';
import { isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/** The noun phrase itself, before `of`, `who` and the like; of `one of the …` all. */
function cutHead(phrase: readonly Token[]): readonly Token[] {
  const end = phrase.findIndex(
    (token, index) =>
      index > 0 && (prepositions.has(token.lower) || relatives.has(token.lower) || isBehindHead(token)),
  );
  return end < 0 || phrase[0]?.lower === 'one' ? phrase : phrase.slice(0, end);
}

/** A pronoun that owns nothing, or a verb: what it belongs to is said of something else. */
function isBehindHead(token: Token): boolean {
  return (
    (token.pos === 'PRON' && !determiners.has(token.lower)) || (isFiniteVerb(token) && token.pos === 'AUX')
  );
}

/** The last class word of the noun phrase itself, which all its other words belong to. */
export function findClassWord(phrase: readonly Token[]): Token | undefined {
  return cutHead(phrase).findLast((token) => isClassToken(token));
}

/** Whether the phrase says who somebody is only together with whose, and does not say whose: `a good friend`. */
export function isUnowned(phrase: readonly Token[], before?: Token): boolean {
  const head = cutHead(phrase);
  const at = head.findLastIndex((token) => isClassToken(token));
  const word = head[at];
  if (word === undefined || !isRelativeWord(toSingular(cutCompound(word.lower)))) return false;
  return (
    !/^(?:of|to|that|who|whom|whose)$/.test(phrase[at + 1]?.lower ?? '') && ![before, ...head].some(isOwner)
  );
}

function isOwner(token: Token | undefined): boolean {
  return /^(?:my|your|his|her|our|their|its|whose|['’]s?)$/.test(token?.lower ?? '');
}

const thingLists = ['placeWords', 'itemWords', 'measureWords', 'groupNouns'] as const;

/** Whether the noun right before a comma and a name may say who or what that is: `the great jeddak, N`, but not `in the room, N`. */
export function isBearerWord(phrase: readonly Token[], isSubject: boolean): boolean {
  const noun = cutHead(phrase).findLast(({ pos }) => pos === 'NOUN' || pos === 'PROPN');
  if (noun === undefined || !isClassToken(noun)) return false;
  const isSomebody = isPersonWord(noun.lower) || !isKnownThing(noun);
  return isSomebody || isSubject;
}

function isKnownThing({ lower }: Token): boolean {
  const singular = toSingular(cutCompound(lower));
  return thingLists.some((list) => isListed(list, singular));
}
