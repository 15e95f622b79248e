// Detects whether a name in speech only addresses somebody (`Come in, Orrin.`): the sentence then says nothing of that person.

import { isClassWord, isPersonWord } from './class-words.ts';
import { computeClauseStart, determiners, isComma, relatives } from './clause.ts';
import type { GatheredScene, Place, TaggedSentence } from './collect-candidates.ts';
import { isListed, toSingular } from './lexicon.ts';
import type { Mention } from './mention.ts';
import type { Token } from './tag-text.ts';

/** `likely`: the name may also be explained by the words beside it, as in `a colleague, Orrin, after our own heart`. */
export type Address = 'sure' | 'likely' | 'none';

/** How certainly the name only addresses somebody, as in `“Come in, Orrin.”`; `none` if it is not spoken. */
export function detectAddress(sentence: TaggedSentence | undefined, mention: Mention): Address {
  if (sentence === undefined || mention.kind !== 'name') return 'none';
  const { tokens, spoken } = sentence;
  if (spoken[mention.from] !== true) return 'none';
  const from = skipFondWords(tokens, mention.head);
  if (!isBounded(tokens, from, mention.to) || isListedName(tokens, from, mention.to)) return 'none';
  if (isOwnedBefore(tokens, from, mention.to) || isRanked(tokens, mention.to)) return 'none';
  return isExplained(tokens, from, mention.to) && !hasListener(tokens, from) ? 'likely' : 'sure';
}

/**
 * Leaves out the places where the candidate is only addressed. A place where this is only likely is left out if it is
 * certain at another place.
 */
export function filterUnaddressed(scene: GatheredScene, places: readonly Place[]): readonly Place[] {
  const judged = places.map((place) => ({
    place,
    address: detectAddress(scene.sentences[place.sentence], place.mention),
  }));
  const isKnown = judged.some(({ address }) => address === 'sure');
  return judged.flatMap(({ place, address }) =>
    address === 'none' || (address === 'likely' && !isKnown) ? [place] : [],
  );
}

/** Index of the first word before the name that belongs to the address: `my dear N`, `old N`. */
function skipFondWords(tokens: readonly Token[], head: number): number {
  let from = head;
  while (from > 0 && isFond(tokens[from - 1]?.lower ?? '')) from--;
  return from;
}

function isFond(lower: string): boolean {
  return lower === 'my' || isListed('fondWords', lower);
}

function isBounded(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  const isOpen = before === undefined || before.pos === 'PUNCT' || isListed('interjections', before.lower);
  return isOpen && (after === undefined || after.pos === 'PUNCT') && after?.text !== '-';
}

/** Whether the name is in a list: `Jory, N, and the smith`. */
function isListedName(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, after] = [tokens[from - 2], tokens[to + 1]];
  const isName = (token: Token | undefined) => token?.isCapital === true && token.pos === 'PROPN';
  const isBefore = isComma(tokens[from - 1]) && isName(before);
  const isAfter = isComma(tokens[to]) && (isName(after) || /^(?:and|or)$/.test(after?.lower ?? ''));
  return isAfter && (isBefore || isName(after));
}

/**
 * Whether words before the name say whose friend or relative somebody is (`my old friend, N,`), and the rest of the
 * sentence is about N.
 */
function isOwnedBefore(tokens: readonly Token[], from: number, to: number): boolean {
  if (!isExplainedBefore(tokens, from)) return false;
  const owner = tokens.slice(Math.max(0, from - 6), from - 2).findLast(({ lower }) => determiners.has(lower));
  if (owner === undefined || /^(?:an?|one|the|your)$/.test(owner.lower)) return false;
  return !isComma(tokens[to]) || tokens[to + 1]?.pos !== 'PRON';
}

/** Whether a word for one person and a comma come right before the name: `his brother, N`. */
function isExplainedBefore(tokens: readonly Token[], from: number): boolean {
  const word = tokens[from - 2]?.lower ?? '';
  return isComma(tokens[from - 1]) && isPersonWord(word) && toSingular(word) === word;
}

/**
 * The possessive ending of an owner, as in `N, old M’s servant`, is among this many words after the first word behind
 * the comma.
 */
const maxOwnerWords = 4;

/**
 * Whether the words after the name N say who N is, so that the place does not count as a mere address: `N, daughter of
 * M`, `N, M’s servant`, `N, master; M, cook`.
 */
function isRanked(tokens: readonly Token[], to: number): boolean {
  const [word, link] = tokens.slice(to + 1, to + 3);
  if (!isComma(tokens[to])) return false;
  if (isClassToken(word) && /^(?:of|in|to|;)$/.test(link?.lower ?? '')) return true;
  const owner = tokens.slice(to + 2, to + 2 + maxOwnerWords).findIndex(({ lower }) => /^['’]s?$/.test(lower));
  return owner >= 0 && isPersonWord(tokens[to + 3 + owner]?.lower ?? '') && tokens[to + 1]?.pos !== 'PRON';
}

function isClassToken(token: Token | undefined): boolean {
  return token !== undefined && (isClassWord(token.lower) || isListed('titles', token.lower));
}

/** Whether `you`, `your` or the like comes before the name in its clause: `I have brought you, N, a bottle of wine`. */
function hasListener(tokens: readonly Token[], from: number): boolean {
  const before = tokens.slice(computeClauseStart(tokens, from, false), from);
  return before.some(({ lower }) => /^(?:you|your|yours|thee|thy)$/.test(lower));
}

function isExplained(tokens: readonly Token[], from: number, to: number): boolean {
  const behind = tokens[to + 1]?.lower ?? '';
  const isBehind = isComma(tokens[to]) && (determiners.has(behind) || relatives.has(behind));
  return isBehind || isExplainedBefore(tokens, from);
}
