// Measures words that open a clause and only say when: "as of this week", "since March", "these days".
import patterns from './fact-patterns.json' with { type: 'json' };
import { isPhraseAt } from './is-phrase-at.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const phrases = patterns.openings.split(',').map((phrase) => phrase.split(' '));
/** Words that open a clause if a time follows, as in "since March". */
const beginnings = [['since'], ['as', 'of']];
const times = toWordSet(`${patterns.times},${patterns.lists.month}`);
const parts = toWordSet(patterns.timeParts);
const mostWords = 5;

/** How many words from here on only say when the clause is true; 0 if there are none. */
export function measureOpening(tokens: readonly Token[], start: number): number {
  const phrase = phrases.find((words) => isPhraseAt(tokens, words, start));
  if (phrase !== undefined) return phrase.length;
  const before = beginnings.find((words) => isPhraseAt(tokens, words, start))?.length ?? 0;
  const length = before === 0 ? 0 : measureTime(tokens, start + before);
  return length === 0 ? 0 : before + length;
}

/** Whether "since" at this place comes before a time, and not before a clause: "since March". */
export function isSinceTime(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'since' && measureTime(tokens, at + 1) > 0;
}

function measureTime(tokens: readonly Token[], start: number): number {
  let [length, isTime] = [0, false];
  for (const { word, isEnd } of tokens.slice(start, start + mostWords)) {
    const isNamed = times.has(word) || /^\d/u.test(word);
    if (!isNamed && !parts.has(word)) break;
    isTime ||= isNamed || word === 'beginning' || word === 'start';
    length += 1;
    if (isEnd) break;
  }
  return isTime ? length : 0;
}
