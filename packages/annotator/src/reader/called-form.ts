// Called form: finds the words for the thing to which a sentence gives a name (`a game called N`, `N, or X`).

import { detectTelling, isAdjective } from './class-phrase.ts';
import { type Form, worth } from './class-phrase-forms.ts';
import { isClassToken, isPersonWord } from './class-words.ts';
import {
  computeClauseStart,
  computeNameStart,
  computePhraseEnd,
  computeStop,
  determiners,
  isClause,
  isComma,
  maxSpanWords,
  type NameRange,
} from './clause.ts';
import type { Token } from './tag-text.ts';

const callWords = new Set([
  'called',
  'named',
  'known',
  'termed',
  'call',
  'calls',
  'name',
  'named',
  'entitled',
  'styled',
  'nicknamed',
  'dubbed',
  'christened',
]);

/** Finds the thing that is called by the name: `… called N`, `… which they call N`, `N, called …`, `N, or X`. */
export function findCalled(tokens: readonly Token[], name: NameRange): Form | undefined {
  return findCall(tokens, name) ?? findOtherName(tokens, name);
}

/** A word for naming is at most this many tokens before the name. */
const maxCallDistance = 6;

function findCall(tokens: readonly Token[], name: NameRange): Form | undefined {
  const index = findNameWord(tokens, name) ?? findCallWord(tokens, name);
  if (index === undefined) return undefined;
  const core = findCalledPhrase(tokens, index, name);
  const told = detectTelling(tokens.slice(core.from, core.to), tokens[core.from - 1]);
  const isCry = /^(?:i|he|she|we|you)$/.test(tokens[index - 1]?.lower ?? '');
  if (isCry && told === 'none') return undefined;
  const from = clampStart(computeClauseStart(tokens, index, false), name.from);
  // `N’s daughter, who is called N too` is a statement about the daughter, not about N.
  if (tokens.slice(from, index).some(({ lower }) => lower === tokens[name.to - 1]?.lower)) return undefined;
  return {
    from,
    to: Math.min(computeStop(tokens, name.to, false), from + maxSpanWords),
    base: told === 'class' ? worth.called : worth.vague,
    standsAlone: false,
    core,
    tells: told === 'class',
  };
}

function findCallWord(tokens: readonly Token[], name: NameRange): number | undefined {
  let index = name.from - 1;
  while (index > name.from - maxCallDistance && isBetweenCallAndName(tokens[index])) index--;
  const call = tokens[index];
  if (call === undefined || call.pos === 'NOUN' || !callWords.has(call.lower)) return undefined;
  const isKnown = call.lower === 'known';
  return isKnown && !/^(?:as|by|under)$/.test(tokens[index + 1]?.lower ?? '') ? undefined : index;
}

/** Finds where `of the name of N` or `whose name was N` begins, as in `a man whose name was N`. */
function findNameWord(tokens: readonly Token[], name: NameRange): number | undefined {
  const [link, article, noun, verb] = tokens
    .slice(Math.max(0, name.from - 4), name.from)
    .map(({ lower }) => lower);
  if (/^(?:of|by)$/.test(link ?? '') && article === 'the' && noun === 'name' && verb === 'of')
    return name.from - 4;
  return article === 'whose' && noun === 'name' && /^(?:is|was)$/.test(verb ?? '')
    ? name.from - 3
    : undefined;
}

/**
 * Finds the words for the thing that has the name: after the word for naming, as in `we call the game N`, or before it,
 * as in `a village which is called N`. Empty if the words before it say who calls.
 */
function findCalledPhrase(tokens: readonly Token[], call: number, name: NameRange): NameRange {
  const between = tokens.slice(call + 1, name.from);
  const isPhrase = determiners.has(between[0]?.lower ?? '') && detectTelling(between) === 'class';
  if (isPhrase) return { from: call + 1, to: name.from };
  let to = call;
  while (to > call - maxLinkWords && isLink(tokens[to - 1])) to--;
  const from = computeCalledStart(tokens, to);
  return isCaller(tokens.slice(from, call), to - from) ? { from: call, to: call } : { from, to };
}

/**
 * Whether the phrase says who calls, as in `he took his hat, and called N` or `the captain called N`, rather than what
 * is called. From the index `at` on, the phrase has only words that link it to the word for naming, such as `which
 * they`.
 */
function isCaller(phrase: readonly Token[], at: number): boolean {
  const link = phrase.slice(at);
  const isRelative = link.some(({ lower }) => /^(?:which|that|who|whom)$/.test(lower));
  if (link.some(({ lower }) => /^(?:i|he|she|we|you|they)$/.test(lower))) return !isRelative;
  const isBare = link.every(({ pos }) => pos === 'ADV');
  const noun = phrase[at - 1];
  return isBare && isPersonWord(noun?.lower ?? '') && !/^(?:a|an|one|some)$/.test(phrase[0]?.lower ?? '');
}

/** At most this many words, such as `, which they still`, link a thing to the word for naming it. */
const maxLinkWords = 6;

/** Whether the token may be between a thing and the word for naming it: `, which they`, `that is`, `commonly`. */
function isLink(token: Token | undefined): boolean {
  if (token === undefined || determiners.has(token.lower)) return false;
  return (
    /^(?:AUX|PRON|ADV)$/.test(token.pos) || isComma(token) || /^(?:which|that|who|whom)$/.test(token.lower)
  );
}

/**
 * A phrase before a word for naming, including the modifiers of its head (`a village of huts`), has at most this many
 * words.
 */
const maxCalledWords = 9;

function computeCalledStart(tokens: readonly Token[], to: number): number {
  let from = to;
  while (from > 0 && to - from < maxCalledWords && isPhrasePart(tokens[from - 1])) {
    from--;
    if (determiners.has(tokens[from]?.lower ?? '') && !/^(?:of|in|for)$/.test(tokens[from - 1]?.lower ?? ''))
      break;
  }
  return from;
}

function isPhrasePart(token: Token | undefined): boolean {
  if (token === undefined) return false;
  const isNoun = /^(?:DET|ADJ|NOUN|PROPN|NUM|ADP|PART)$/.test(token.pos);
  return isNoun || determiners.has(token.lower) || isAdjective(token);
}

function findOtherName(tokens: readonly Token[], name: NameRange): Form | undefined {
  const or = name.to + 1;
  if (!isComma(tokens[name.to]) || !isOtherName(tokens, or)) return undefined;
  return {
    from: computeNameStart(tokens, name),
    to: computePhraseEnd(tokens, or),
    base: worth.called,
    standsAlone: true,
    core: { from: or, to: computeStop(tokens, or, true) },
    tells: true,
  };
}

/** Whether `or` introduces another name, as in `N, or hound`, rather than another thing or action. */
function isOtherName(tokens: readonly Token[], or: number): boolean {
  if (tokens[or]?.lower !== 'or') return false;
  const phrase = tokens.slice(or + 1, computeStop(tokens, or + 1, true));
  if (/^(?:that|this|these|those|else|rather|perhaps|even)$/.test(phrase[0]?.lower ?? '')) return false;
  if (isComma(tokens[or + 1 + phrase.length]) && tokens[or + 2 + phrase.length]?.lower === 'or') return false;
  if (tokens[or - 2]?.isCapital && phrase.some((token) => token.isCapital)) return false;
  return (
    /^(?:DET|NOUN|ADJ|PROPN)$/.test(phrase[0]?.pos ?? '') &&
    detectTelling(phrase) === 'class' &&
    !isClause(phrase)
  );
}

/** Whether the token may be between a word for naming and the name, like those in `called by us the great N`. */
function isBetweenCallAndName(token: Token | undefined): boolean {
  if (token === undefined || callWords.has(token.lower)) return false;
  const isName = /^(?:DET|ADJ|PUNCT|PRON|PROPN)$/.test(token.pos);
  return isName || /^(?:as|by|of|under|it|him|her|them)$/.test(token.lower) || isClassToken(token);
}

/** If the words before the name are cut, this many words are reserved for the name. */
const reserveWords = 5;

function clampStart(start: number, nameStart: number): number {
  return Math.max(start, nameStart - (maxSpanWords - reserveWords));
}
