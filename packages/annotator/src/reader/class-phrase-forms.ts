// Finds phrases in which a word for a class of things comes before the name (`the jeddak N`, `the city of N`).

import { detectTelling, findClassWord, isBearerWord } from './class-phrase.ts';
import { isClassToken, isPersonWord } from './class-words.ts';
import {
  computeClauseStart,
  computeNameEnd,
  determiners,
  isComma,
  isFiniteVerb,
  type NameRange,
  prepositions,
} from './clause.ts';
import { isEnglish, isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

export interface Form extends NameRange {
  /** How good this pattern of words is as a definition. */
  readonly base: number;
  /**
   * Whether the form begins with the name or its class, and reads as a definition by itself, without the sentence
   * around it.
   */
  readonly standsAlone: boolean;
  /** The words that say what the name is; the words after them only add to it. */
  readonly core: NameRange;
  /** Whether the core puts the name into a class, so that the form says what it is. */
  readonly tells: boolean;
}

/**
 * The score of each pattern of words: the more certainly a pattern defines, the higher. Only the order and rough
 * distance of the scores matter: a plain sentence about the thing must never beat a definition.
 */
export const worth = {
  copula: 5,
  apposition: 5,
  called: 4.5,
  before: 3.8,
  ofClass: 3,
  relative: 2.2,
  vague: 1.8,
  who: 3.4,
  looseCopula: 2.2,
  looseApposition: 2.2,
  story: 1.2,
  plain: 0.5,
} as const;

const phraseTags = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM', 'CCONJ', 'ADP', 'DET', 'PART', 'ADV']);

/** Finds a phrase with a class word right before the name: `the great jeddak, N`, `a banth N`, `my friend N`. */
export function findBefore(tokens: readonly Token[], name: NameRange): Form | undefined {
  const headAt = isComma(tokens[name.from - 1]) ? name.from - 2 : name.from - 1;
  const head = tokens[headAt];
  if (head === undefined || !(head.pos === 'NOUN' || head.pos === 'PROPN')) return undefined;
  const from = computeLongPhraseStart(tokens, headAt);
  const phrase = tokens.slice(from, headAt + 1);
  const isTitle =
    headAt === name.from - 1
      ? isTitleBefore(tokens, from, headAt) && !isLoved(tokens, from, name)
      : isOneOfClass(tokens, { from, to: headAt + 1 }) &&
        isClosed(tokens, name) &&
        !isSaidOfSelf(tokens, from);
  if (!isTitle) return undefined;
  const told = isDialect(phrase) ? 'none' : detectTelling(phrase, tokens[from - 1]);
  return {
    from,
    to: computeNameEnd(tokens, name),
    base: told === 'class' ? worth.before : worth.vague,
    standsAlone: true,
    core: { from, to: headAt + 1 },
    tells: told === 'class',
  };
}

/** Whether the unknown words of the phrase are dialect, as in `de same ole N`, and not ranks. */
function isDialect(phrase: readonly Token[]): boolean {
  const odd = phrase.filter(
    ({ lower, isCapital }) => !isCapital && /^\p{L}+$/u.test(lower) && !isEnglish(lower),
  );
  return odd.length > 1 || (odd.length === 1 && !determiners.has(phrase[0]?.lower ?? ''));
}

/**
 * Whether the phrase is about the speaker or listener, and not about N: in `I am a lawyer, N`, the lawyer speaks to N.
 */
function isSaidOfSelf(tokens: readonly Token[], from: number): boolean {
  return /^(?:am|are|['’]m|['’]re)$/.test(tokens[from - 1]?.lower ?? '');
}

/** Whether `you` or `your` comes before N in its clause: in `a brother of yours, N, and`, N is spoken to. */
function isSaidToListener(tokens: readonly Token[], to: number): boolean {
  const from = computeClauseStart(tokens, to, false);
  return tokens.slice(from, to).some(({ lower }) => /^(?:you|your|yours)$/.test(lower));
}

/** Whether N begins a clause about the phrase: in `It was the landowner N had met`, N is not the landowner. */
function isLoved(tokens: readonly Token[], from: number, name: NameRange): boolean {
  const before = tokens[from - 1];
  const isStart = before === undefined || /^(?:PUNCT|CCONJ|SCONJ|ADV)$/.test(before.pos);
  const verb = tokens.slice(name.to).find(({ pos }) => pos !== 'ADV');
  return !isStart && isFiniteVerb(verb);
}

/**
 * Whether the phrase before the name explains it. If so, a punctuation mark follows the name, or words that depend on
 * it; in `To the nurse, N gave …`, neither follows. But `The nurse, N, and …` is a list, and in `“Help the nurse, N!”`
 * N is spoken to.
 */
function isClosed(tokens: readonly Token[], name: NameRange): boolean {
  const next = tokens[name.to];
  const isEnd = next === undefined || /^[.!?…]/.test(next.text);
  if (isEnd) return !tokens.some(({ lower }) => /^(?:[“”"]|you|your)$/.test(lower));
  if (isComma(next)) return !isListItem(tokens[name.to + 1]) && !isSaidToListener(tokens, name.from);
  return next.pos === 'PUNCT' || /^(?:of|who|whose|which|by)$/.test(next.lower);
}

function isListItem(token: Token | undefined): boolean {
  return /^(?:and|or)$/.test(token?.lower ?? '') || (token?.isCapital ?? false);
}

/**
 * Whether the phrase is a title, as in `the warrior N`, unlike in `at the bell N …`, which says when N did something.
 */
function isTitleBefore(tokens: readonly Token[], from: number, headAt: number): boolean {
  const head = tokens[headAt];
  if (head === undefined || !isClassToken(head) || !isSingleThing(head.lower)) return false;
  const isCompared = tokens
    .slice(Math.max(0, from - 1), headAt)
    .some(({ lower }) => /^(?:as|like|than)$/.test(lower));
  const isSituation = isCompared || prepositions.has(tokens[from - 1]?.lower ?? '');
  return !isSituation || isPersonWord(head.lower);
}

function isSingleThing(lower: string): boolean {
  return (
    !isListed('measureWords', lower) && toSingular(lower) === lower && !/^(?:people|children)$/.test(lower)
  );
}

/**
 * Whether the phrase puts a name into a class: `the great jeddak of Thark, N`, but not `a few words, N`, in which N is
 * spoken to.
 */
function isOneOfClass(tokens: readonly Token[], { from, to }: NameRange): boolean {
  const phrase = tokens.slice(from, to);
  const isOwned = phrase.some(({ lower }) => /^['’]s?$/.test(lower));
  if (!isOwned && !determiners.has(phrase[0]?.lower ?? '')) return false;
  const noun = findClassWord(phrase);
  const isSubject = (tokens[from - 1]?.pos ?? 'PUNCT') === 'PUNCT';
  return noun !== undefined && isSingleThing(noun.lower) && isBearerWord(phrase, isSubject);
}

function isPhraseToken(token: Token | undefined): boolean {
  return phraseTags.has(token?.pos ?? '') || determiners.has(token?.lower ?? '');
}

/** A phrase right before a name begins at most this many words before its head: `the great` in `the great jeddak N`. */
const maxLongPhraseWords = 9;

function computeLongPhraseStart(tokens: readonly Token[], headAt: number): number {
  let from = headAt;
  while (from > 0 && headAt - from < maxLongPhraseWords && isPhraseToken(tokens[from - 1])) {
    from--;
    if (determiners.has(tokens[from]?.lower ?? '')) break;
  }
  return from;
}

const classPhraseTags = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM', 'DET']);

/** A noun phrase begins at most this many words before its head: more words say more than what the name is. */
const maxPhraseWords = 6;

/** Returns where the noun phrase with its head at the index begins: at its article or first attribute. */
function computePhraseStart(tokens: readonly Token[], headAt: number): number {
  let from = headAt;
  while (from > 0 && headAt - from < maxPhraseWords && classPhraseTags.has(tokens[from - 1]?.pos ?? '')) {
    from--;
    if (tokens[from]?.pos === 'DET') break;
  }
  return from;
}

const nameBearers = new Set(
  'city town village hamlet settlement kingdom empire realm nation country land province region district county state republic colony world planet moon star continent isle island valley plain desert forest river sea ocean lake bay strait gulf mountain hill pass port fort fortress castle tribe clan race order sect guild cult'.split(
    ' ',
  ),
);

/** Whether `the … of N` with this word means N itself, as in `the city of N`, rather than something that belongs to N. */
function isNameBearer(lower: string): boolean {
  return nameBearers.has(toSingular(lower));
}

/** Finds phrases such as `the twin cities of N` and `the waters of the N`. */
export function findOfClass(tokens: readonly Token[], name: NameRange): Form | undefined {
  let of = name.from - 1;
  while (of > name.from - 4 && (tokens[of]?.pos === 'DET' || tokens[of]?.pos === 'ADJ')) of--;
  if (tokens[of]?.lower !== 'of') return undefined;
  const head = tokens[of - 1];
  if (head === undefined || !isClassToken(head)) return undefined;
  const from = computePhraseStart(tokens, of - 1);
  return {
    from,
    to: computeNameEnd(tokens, name),
    base: isNameBearer(head.lower) ? worth.ofClass : worth.story,
    standsAlone: false,
    core: { from, to: of },
    tells: isNameBearer(head.lower),
  };
}
