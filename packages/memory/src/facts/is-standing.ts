// Tells whether words that match a rule count, because no words before or after them take them back.
import patterns from './fact-patterns.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import { isSinceTime } from './measure-opening.ts';
import { findContrast } from './read-changes.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** Words that take a value back if they follow the value: "I live in York no more". */
const takingBack: ReadonlySet<string> = new Set(['no', 'not', 'anymore', 'any', 'never']);
const more: ReadonlySet<string> = new Set(['more', 'longer']);
/** After these words, "like" is a verb; after any other word it compares, and no statement follows. */
const likers: ReadonlySet<string> = new Set(['i', 'we', 'really', 'also', 'still', 'just', 'not']);
const [before, negation] = [toWordSet(patterns.before), toWordSet(patterns.negation)];
const joints = toWordSet(
  'and,but,so,also,because,well,yes,yeah,oh,know,or,though,now,nowadays,actually,honestly',
);

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly rule: { readonly isNegated: boolean; readonly isFree: boolean };
}

/**
 * Whether a match counts: no words before or after it take it back, and if the rule is free, a clause may begin
 * there.
 */
export function isStanding(tokens: readonly Token[], { start, end, rule }: Stretch): boolean {
  if (isTakenBefore(tokens, start)) return false;
  if (rule.isFree && !isClauseStart(tokens, start, joints)) return false;
  if (rule.isNegated) return true;
  const clause = tokens
    .slice(0, start)
    .findLastIndex(({ isEnd, word }) => isEnd || word === 'and' || word === 'but');
  if (tokens.slice(clause + 1, end).some(({ word }) => negation.has(word))) return false;
  if (findContrast(tokens, end) !== undefined) return true;
  return !isTakenBack(tokens, end);
}

/**
 * Whether one of the next two words takes the value back. After a comma, "no" and "no more" may begin something else:
 * "I live in York, so no trains, please".
 */
function isTakenBack(tokens: readonly Token[], end: number): boolean {
  const isClosed = tokens[end - 1]?.isEnd === true;
  return [end, end + 1].some((at) => {
    const token = tokens[at];
    if (token === undefined || !takingBack.has(token.word)) return false;
    const next = tokens[at + 1];
    if (!isClosed || token.word !== 'no' || token.isEnd || next === undefined) return true;
    return more.has(next.word) && (next.isEnd || at + 2 === tokens.length);
  });
}

/** Whether a word before this place makes the following words part of something else: "when I lived in York". */
export function isTakenBefore(tokens: readonly Token[], end: number): boolean {
  return tokens.slice(0, end).some(({ word }, at) => {
    if (word === 'like') return !likers.has(tokens[at - 1]?.word ?? '');
    if (word === 'after' && tokens[at + 1]?.word === 'all') return false;
    return before.has(word) && !isRelative(tokens, at) && !isSinceTime(tokens, at);
  });
}

/** Words such as "who lives in Kiel" between commas, and "whose name is Max", do not take the rest back. */
function isRelative(tokens: readonly Token[], at: number): boolean {
  const [former, word, next] = [tokens[at - 1], tokens[at]?.word, tokens[at + 1]?.word];
  return (word === 'who' && former?.isEnd === true) || (word === 'whose' && next === 'name');
}
