// Class phrase: finds the word for a class in a noun phrase (`the old king of N`), and judges how much the phrase tells.

import { cutCompound, isClassToken, isPersonWord, isRelativeWord, isVagueWord } from './class-words.ts';
import { computeStop, determiners, isComma, maxSpanWords, prepositions, relatives } from './clause.ts';
import { isEnglish, isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/**
 * If `of` follows one of these words, the next noun names the class: `one of the boys`, `a sort of beast`, `the name of
 * the town`.
 */
const transparent =
  /^(?:one|some|any|flight|sort|kind|species|breed|type|form|name|names|word|words|term|expression)$/;

/**
 * Returns the noun phrase without the words that depend on its head, such as `who …` or `of …`. Of `a sort of beast`,
 * it returns `beast`.
 */
function cutHead(phrase: readonly Token[]): readonly Token[] {
  const end = computeHeadEnd(phrase);
  const isOf = /^(?:of|for|among)$/.test(phrase[end]?.lower ?? '');
  const isThrough = isOf && end > 0 && transparent.test(phrase[end - 1]?.lower ?? '');
  return isThrough ? cutHead(phrase.slice(end + 1)) : phrase.slice(0, end);
}

function computeHeadEnd(phrase: readonly Token[]): number {
  const end = phrase.findIndex((token, index) => {
    if (index === 0) return false;
    const isLink = prepositions.has(token.lower) || relatives.has(token.lower) || token.pos === 'ADP';
    return isLink || isBehindHead(phrase, index);
  });
  return end < 0 ? phrase.length : end;
}

/**
 * Whether the token begins something else, so that the noun phrase ends before it, as it does before `owned` in `the
 * boy owned a dog`.
 */
function isBehindHead(phrase: readonly Token[], index: number): boolean {
  const token = phrase[index];
  const before = phrase[index - 1];
  if (token === undefined || isJoined(phrase, index)) return false;
  // So the phrase ends after `lamp` in `a hand-lamp no bigger than a pear`, and after `boy` in `the boy his mother
  // loved`.
  if (isNoun(before) && (token.pos === 'DET' || determiners.has(token.lower))) return true;
  if (isOwner(token)) return false;
  if (/^(?:PRON|AUX|PUNCT|SCONJ|CCONJ)$/.test(token.pos)) return !determiners.has(token.lower);
  if (token.pos === 'VERB') return isNoun(before) || !phrase.slice(index + 1, index + 4).some(isNoun);
  return token.isCapital && isNoun(before) && !(before?.isCapital ?? false);
}

function isNoun(token: Token | undefined): boolean {
  return token?.pos === 'NOUN' || token?.pos === 'PROPN';
}

/**
 * Whether the token joins two words: a hyphen (`hand-lamp`), or a comma, `and` or the like between adjectives (`tall,
 * thin`, `old but faithful`).
 */
function isJoined(phrase: readonly Token[], index: number): boolean {
  const token = phrase[index];
  if (/^[-‐]$/.test(token?.text ?? '')) return true;
  const isJoint = isComma(token) || /^(?:and|but|or)$/.test(token?.lower ?? '');
  return isJoint && isAdjective(phrase[index - 1]) && isAdjective(phrase[index + 1]);
}

export function isAdjective(token: Token | undefined): boolean {
  return token?.pos === 'ADJ' || (token?.pos === 'VERB' && /(?:ed|ing)$/.test(token.lower));
}

/**
 * Returns the index of the first mark that ends a clause or a part of it, but at most `maxSpanWords` after `from`. A
 * comma between adjectives (`a tall, thin man`) does not count.
 */
export function computeCoreEnd(tokens: readonly Token[], from: number): number {
  let end = computeStop(tokens, from, true);
  while (isComma(tokens[end]) && isAdjective(tokens[end - 1]) && isAdjective(tokens[end + 1]))
    end = computeStop(tokens, end + 1, true);
  return Math.min(end, from + maxSpanWords);
}

/** The noun that the whole phrase is about, if it is a word for a class. */
export function findClassWord(phrase: readonly Token[]): Token | undefined {
  const head = cutHead(phrase).findLast((token) => isNoun(token) || isClassToken(token));
  if (head === undefined || transparent.test(head.lower)) return undefined;
  return isClassToken(head) || isPeople(phrase, head) ? head : undefined;
}

/** Whether the head says to which people somebody belongs, as in `a Swede`. */
function isPeople(phrase: readonly Token[], head: Token): boolean {
  return /^(?:a|an)$/.test(phrase[0]?.lower ?? '') && isListed('nationalities', head.lower);
}

/** What a phrase says about a name: its class, next to nothing (`a man`, `a good friend`), or no class at all. */
export type Telling = 'class' | 'vague' | 'none';

/**
 * Words that only compare or point, so that the phrase puts nothing into a class: `the same man`, `quite another boy`,
 * `the very room`.
 */
const pointing =
  /^(?:better|worse|greater|same|other|another|very|wrong|right|next|such|whole|mere|no|what|which|enough)$/;

/**
 * Most superlatives also count: `the knowingest bird` and `the meekest of men` say how much, not what. But `the eldest`
 * says who.
 */
function isPointing({ lower, pos }: Token): boolean {
  if (pointing.test(lower)) return true;
  const isMost = /^(?:most|least|best|worst)$/.test(lower) || (pos === 'ADJ' && /\p{L}{3}est$/u.test(lower));
  return isMost && !/^(?:eldest|oldest|youngest|honest|modest|earnest)$/.test(lower);
}

/** Whether the phrase only gives a position in a series: `the first boy who returned` hardly says who the boy is. */
function isOrdinal(attributes: readonly Token[]): boolean {
  return attributes.some(({ lower }) => /^(?:first|second|third|last|only)$/.test(lower));
}

/** Whether the phrase is a figure of speech: `a child of nature`, `the good angel`. */
function isFigure(phrase: readonly Token[], at: number): boolean {
  const word = phrase[at];
  const [link, next] = phrase.slice(at + 1, at + 3);
  if (/^(?:angel|demon|devil)$/.test(word?.lower ?? '')) return link === undefined;
  const isChild = /^(?:child|children|son|sons|daughter)$/.test(word?.lower ?? '');
  return isChild && link?.lower === 'of' && next?.pos === 'NOUN' && !isClassToken(next);
}

/** `before` is the token before the phrase: it may be a possessive that belongs to it. */
export function detectTelling(phrase: readonly Token[], before?: Token): Telling {
  const word = findClassWord(phrase);
  if (word === undefined) return isOwnRank(phrase) ? 'class' : 'none';
  const at = phrase.indexOf(word);
  const attributes = phrase.slice(0, at);
  if (attributes.some(isPointing) || isNameAlone(phrase, at)) return 'none';
  if (isFigure(phrase, at)) return 'none';
  if (isVagueWord(word.lower) && (isOrdinal(attributes) || !isQualified(phrase, at))) return 'vague';
  return isUnowned(phrase, before) ? 'vague' : 'class';
}

/**
 * Whether the word before `of` or `in` is a capitalised word that is not English, as in `Jed of N` and `Dator of the
 * fleet`, or the word `head`, as in `head of the fleet`.
 */
function isOwnRank(phrase: readonly Token[]): boolean {
  const at = phrase.findIndex(({ pos }) => pos !== 'ADJ');
  const head = phrase[at];
  const isRank = isNoun(head) && isRankWord(head);
  return isRank && /^(?:of|in)$/.test(phrase[at + 1]?.lower ?? '');
}

function isRankWord(head: Token | undefined): boolean {
  if (head === undefined) return false;
  return head.lower === 'head' || (/^\p{Lu}\p{L}{2}/u.test(head.text) && !isEnglish(head.lower));
}

/** Whether the phrase itself is a name, such as `the Stamp Office`, and not a rank, such as `Jeddak of Helium`. */
function isNameAlone(phrase: readonly Token[], at: number): boolean {
  const word = phrase[at];
  if (word === undefined || !word.isCapital || isListed('nationalities', word.lower)) return false;
  return !/^(?:of|to|in)$/.test(phrase[at + 1]?.lower ?? '');
}

/**
 * Whether the phrase says something about the person: `a man of great power`, `the boy who came up the stair`, `an
 * English lady`.
 */
function isQualified(phrase: readonly Token[], at: number): boolean {
  const [link, next] = phrase.slice(at + 1, at + 3);
  const isOf = link?.lower === 'of' && next?.pos !== 'NUM' && next?.pos !== 'PRON';
  const isPeople = /^(?:people|men|women)$/.test(phrase[at]?.lower ?? '');
  const isPeopleWho = /^(?:who|that)$/.test(link?.lower ?? '') && (isPeople || phrase[0]?.lower === 'the');
  const kind = phrase[at - 1];
  const isOfKind = kind !== undefined && (kind.pos === 'NOUN' || isListed('nationalities', kind.lower));
  return isOf || isPeopleWho || isOfKind || isChild(phrase, at);
}

/** Whether the phrase names somebody's child: `the eldest boy`, `Kitty’s little girl`. */
function isChild(phrase: readonly Token[], at: number): boolean {
  const isYoung = /^(?:boys?|girls?|child|children)$/.test(phrase[at]?.lower ?? '');
  const before = phrase.slice(0, at);
  return isYoung && before.some((token) => isKnownOwner(token) || /^(?:eld|young)est$/.test(token.lower));
}

/**
 * Whether a word such as `friend` lacks the known possessor without whom it does not say who somebody is: `a good
 * friend`, `his aunt`.
 */
function isUnowned(phrase: readonly Token[], before?: Token): boolean {
  const word = findClassWord(phrase);
  const at = word === undefined ? -1 : phrase.indexOf(word);
  if (word === undefined || !isRelativeWord(toSingular(cutCompound(word.lower)))) return false;
  if (/^(?:of|to|that|who|whom|whose)$/.test(phrase[at + 1]?.lower ?? '')) return false;
  const owners = phrase.slice(0, at);
  if (before !== undefined && !determiners.has(phrase[0]?.lower ?? '')) owners.unshift(before);
  return !owners.some(isCompanyWord(word.lower) ? isNamedOwner : isKnownOwner);
}

/**
 * Whether the token is a possessor who is known: the narrator or a named person. In `his aunt`, it is unknown whose
 * aunt is meant.
 */
function isKnownOwner(token: Token): boolean {
  return /^(?:my|our|whose|['’]s?)$/.test(token.lower);
}

/**
 * Whether the word is `friend` or the like: `Kitty’s friend` says who somebody is, but `my friend N` is only a way of
 * speaking about N.
 */
function isCompanyWord(lower: string): boolean {
  return /^(?:friend|companion|acquaintance|guest)s?$/.test(lower);
}

function isNamedOwner(token: Token): boolean {
  return /^['’]s?$/.test(token.lower);
}

function isOwner(token: Token | undefined): boolean {
  return /^(?:my|your|his|her|our|their|its|whose|['’]s?)$/.test(token?.lower ?? '');
}

const thingLists = ['placeWords', 'itemWords', 'measureWords', 'groupNouns'] as const;

/**
 * Whether a phrase right before a comma and a name may say who or what has the name: `the great jeddak, N`, but not `in
 * the room, N`. `isSubject`: whether the phrase begins its clause, so that it may also be a thing.
 */
export function isBearerWord(phrase: readonly Token[], isSubject: boolean): boolean {
  const noun = findClassWord(phrase);
  if (noun === undefined) return false;
  const isSomebody = isPersonWord(noun.lower) || !isKnownThing(noun);
  return isSomebody || isSubject;
}

function isKnownThing({ lower }: Token): boolean {
  const singular = toSingular(cutCompound(lower));
  return thingLists.some((list) => isListed(list, singular));
}
