// Called form: `… called N`, and `N, or X`.

import { type Form, worth } from './class-phrase-forms.ts';
import { isClassToken } from './class-words.ts';
import {
  computeClauseStart,
  computeNameStart,
  computePhraseEnd,
  computeStop,
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

/** `… called N`, `… which they call N`, `N, called …`, `N, or X`. */
export function findCalled(tokens: readonly Token[], name: NameRange): Form | undefined {
  return findCall(tokens, name) ?? findOtherName(tokens, name);
}

/** A word for naming stands at most this many words before the name. */
const maxCallDistance = 4;

function findCall(tokens: readonly Token[], name: NameRange): Form | undefined {
  let index = name.from - 1;
  while (index > name.from - maxCallDistance && isBetweenCallAndName(tokens[index])) index--;
  const call = tokens[index];
  if (call === undefined || call.pos === 'NOUN' || !callWords.has(call.lower)) return undefined;
  if (call.lower === 'known' && tokens[index + 1]?.lower !== 'as') return undefined;
  // Somebody who calls a beast, as in `he called N`, does not give it a name.
  if (/^(?:i|he|she|we)$/.test(tokens[index - 1]?.lower ?? '')) return undefined;
  const from = clampStart(computeClauseStart(tokens, index, false), name.from);
  // `N’s daughter, who is called N too` tells of somebody else.
  if (tokens.slice(from, index).some(({ lower }) => lower === tokens[name.to - 1]?.lower)) return undefined;
  return {
    from,
    to: Math.min(computeStop(tokens, name.to, false), from + maxSpanWords),
    base: worth.called,
    standsAlone: false,
    core: { from, to: index },
  };
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
  };
}

/** Whether a noun phrase after `or` is another name, as in `N, or hound`, and not another thing to choose or to do. */
function isOtherName(tokens: readonly Token[], or: number): boolean {
  if (tokens[or]?.lower !== 'or') return false;
  const phrase = tokens.slice(or + 1, computeStop(tokens, or + 1, true));
  if (isComma(tokens[or + 1 + phrase.length]) && tokens[or + 2 + phrase.length]?.lower === 'or') return false;
  if (tokens[or - 2]?.isCapital && phrase.some((token) => token.isCapital)) return false;
  return (
    /^(?:DET|NOUN|ADJ|PROPN)$/.test(phrase[0]?.pos ?? '') && phrase.some(isClassToken) && !isClause(phrase)
  );
}

/** Only articles, adjectives, marks and `as`, `by`, `him` stand between a word for naming and the name. */
function isBetweenCallAndName(token: Token | undefined): boolean {
  if (token === undefined || callWords.has(token.lower)) return false;
  return /^(?:DET|ADJ|PUNCT|PRON|PROPN)$/.test(token.pos) || /^(?:as|by|it|him|her|them)$/.test(token.lower);
}

/** Words kept for the name itself when what stands before it is cut. */
const reserveWords = 5;

function clampStart(start: number, nameStart: number): number {
  return Math.max(start, nameStart - (maxSpanWords - reserveWords));
}
