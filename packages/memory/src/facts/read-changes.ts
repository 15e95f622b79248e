// Reads sentences that deny something or say that it is over: returns the statement without the words that deny it.
import patterns from './fact-patterns.json' with { type: 'json' };
import type { Sentence, Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** A sentence without some of its words, and where these words were in its text. */
export interface Altered {
  readonly sentence: Sentence;
  /** Where the words were left out; a match counts only if it reaches across this place. */
  readonly at: number;
  /** Whether the sentence says that the fact no longer holds. */
  readonly isOver: boolean;
  /** Whether the fact is only denied ("I'm not allergic to cats"). Such a denial ends only facts of some relations. */
  readonly isPlain?: boolean | undefined;
}

/**
 * The relations whose facts are ended by a plain denial, such as "I'm not vegan". Facts of other relations are not:
 * somebody who says that they do not work somewhere may only mean today.
 */
export const plainlyDenied: ReadonlySet<string> = new Set(['allergy', 'diet', 'health', 'food']);

const notContrasts = toWordSet(patterns.notContrasts);
const verbsOfNot: ReadonlySet<string> = new Set(['do', 'does']);
const mostDenied = 5;
const mostContrasted = 7;

/**
 * Finds denied and ended statements: "I live not in York but in Leeds" says "I live in Leeds"; "I no longer
 * live in York" says that "I live in York" is over.
 */
export function listAltered({ tokens, ...rest }: Sentence): readonly Altered[] {
  return tokens.flatMap(({ word }, start): readonly Altered[] => {
    const cut = measureDenied(tokens, start) ?? measureOver(tokens, start);
    const from = tokens[start]?.from;
    if (from === undefined || word === undefined) return [];
    const cuts = cut === undefined ? listNegated(tokens, start) : [cut];
    return cuts.map(({ gaps, ...kind }) => {
      const left = gaps.reduce(removeTokens, tokens);
      return { sentence: { ...rest, tokens: left }, at: from, ...kind };
    });
  });
}

interface Gap {
  readonly start: number;
  readonly end: number;
}

interface Cut extends Pick<Altered, 'isOver' | 'isPlain'> {
  /** The last gap comes first. */
  readonly gaps: readonly Gap[];
}

const limits = toWordSet('only,just,merely,simply');
const forNow = toWordSet('today,tonight');

/**
 * In "I'm not allergic to nuts, only to cashews", the fact about nuts has ended, and the fact about cashews is told.
 */
function listNegated(tokens: readonly Token[], start: number): readonly Cut[] {
  const after = findDenied(tokens, start);
  if (after !== start + 1 || limits.has(tokens[after]?.word ?? '')) return [];
  const clause = tokens.findIndex(({ isEnd }, at) => at >= start && isEnd);
  const end = clause < 0 ? tokens.length : clause + 1;
  // Somebody who is "not vegan today" is vegan on other days.
  if (forNow.has(tokens[end - 1]?.word ?? '')) return [];
  const denied = {
    gaps: [
      { start: end, end: tokens.length },
      { start, end: after },
    ],
    isOver: true,
    // Somebody who says that it is not so "after all" corrects what they said before.
    isPlain: !(tokens[end - 2]?.word === 'after' && tokens[end - 1]?.word === 'all'),
  };
  const limit = tokens[end]?.word === 'but' ? end + 1 : end;
  if (!limits.has(tokens[limit]?.word ?? '')) return [denied];
  const link = tokens[limit + 1]?.word;
  const linked = tokens.findIndex(({ word }, at) => at >= after && at < end && word === link);
  const told =
    linked < 0
      ? { gaps: [{ start, end: limit + 1 }], isOver: false, isPlain: true }
      : {
          gaps: [
            { start: linked + 1, end: limit + 2 },
            { start, end: after },
          ],
          isOver: false,
          isPlain: true,
        };
  return [denied, told];
}

/** Measures words such as "not in York but" or "no longer green but". */
function measureDenied(tokens: readonly Token[], start: number): Cut | undefined {
  const after = findDenied(tokens, start);
  if (after === undefined) return undefined;
  const behind = tokens.slice(after, after + mostDenied);
  const but = behind.findIndex(({ word }) => word === 'but');
  if (but < 1 || behind.slice(0, but - 1).some(({ isEnd }) => isEnd)) return undefined;
  return { gaps: [{ start, end: after + but + 1 }], isOver: false };
}

function findDenied(tokens: readonly Token[], start: number): number | undefined {
  const [first, second] = [tokens[start], tokens[start + 1]];
  if (first?.word === 'not' && !first.isEnd) return start + 1;
  return first?.word === 'no' && second?.word === 'longer' && !second.isEnd ? start + 2 : undefined;
}

/** Measures "no longer", and "not" or "do not" with a later "any more". */
function measureOver(tokens: readonly Token[], start: number): Cut | undefined {
  const after = findDenied(tokens, start);
  if (after === start + 2) return { gaps: [{ start, end: after }], isOver: true };
  if (after === undefined) return undefined;
  const first = verbsOfNot.has(tokens[start - 1]?.word ?? '') ? start - 1 : start;
  const clause = tokens.findIndex(({ isEnd }, at) => at >= start && isEnd);
  const end = clause < 0 ? tokens.length : clause + 1;
  const length = countAnyMore(tokens, end);
  if (length === 0 || end - length <= after) return undefined;
  return {
    gaps: [
      { start: end - length, end },
      { start: first, end: after },
    ],
    isOver: true,
  };
}

/** How many of the words before this place are "any more", "any longer" or "anymore". */
function countAnyMore(tokens: readonly Token[], end: number): number {
  const [before, last] = [tokens[end - 2]?.word, tokens[end - 1]?.word];
  if (last === 'anymore') return 1;
  return before === 'any' && (last === 'more' || last === 'longer') ? 2 : 0;
}

function removeTokens(tokens: readonly Token[], { start, end }: Gap): readonly Token[] {
  const before = tokens[start - 1];
  const isEnd = before?.isEnd === true || tokens[end - 1]?.isEnd === true;
  const kept = before === undefined ? [] : [...tokens.slice(0, start - 1), { ...before, isEnd }];
  return [...kept, ...tokens.slice(end)];
}

const former = patterns.former.split(',').map((phrase) => phrase.split(' '));
const nowWords: ReadonlySet<string> = new Set(['now', 'nowadays', 'today', 'these', 'since']);

/**
 * Leaves out what was true once, if the sentence goes on with what is true now: "I used to live in Leeds, but now I
 * live in York".
 */
export function removeFormer(sentence: Sentence): Sentence {
  const { tokens } = sentence;
  const isFormer = (at: number) =>
    former.some((phrase) => phrase.every((word, next) => tokens[at + next]?.word === word));
  const once = tokens.findIndex((_, at) => isFormer(at));
  if (once < 0) return sentence;
  const turn = tokens.findIndex(
    ({ word }, at) =>
      at > once && (word === 'but' || word === 'and') && nowWords.has(tokens[at + 1]?.word ?? ''),
  );
  return turn < 0 ? sentence : { ...sentence, tokens: tokens.slice(turn + 1) };
}

const beforeContrast: ReadonlySet<string> = new Set(['now', 'and', 'again', 'instead']);

/**
 * The words after "not" in "blue, not green", or after "no longer" in "York, no longer Leeds"; undefined if they
 * take back the words before, as "not any more" does. `link`: the word before the value, which may be said again:
 * "in York, not in Leeds".
 */
export function findContrast(tokens: readonly Token[], end: number, link?: string): Gap | undefined {
  let at = end;
  while (at < end + 2 && beforeContrast.has(tokens[at]?.word ?? '')) at += 1;
  const after = findDenied(tokens, at);
  const first = after === undefined ? undefined : tokens[after];
  if (after === undefined || first === undefined || notContrasts.has(first.word)) return undefined;
  const rest = tokens.slice(after, after + mostContrasted);
  const last = rest.findIndex(({ isEnd }) => isEnd);
  const close = after + (last < 0 ? rest.length : last + 1);
  const isWhole = last >= 0 || close === tokens.length;
  const kept = { start: first.word === link ? after + 1 : after, end: close - countAnyMore(tokens, close) };
  const isTaken = tokens.slice(kept.start, kept.end).some(({ word }) => word === 'any' || word === 'anymore');
  return isWhole && !isTaken && kept.end > kept.start ? kept : undefined;
}

const tastes: ReadonlySet<string> = new Set(['likes', 'dislikes']);

/** Whether the value is one of a pair: somebody who no longer likes "fish and chips" may still like fish. */
export function isOfPair(
  text: string,
  { relation, value, at }: { readonly relation: string; readonly value: string; readonly at: number },
): boolean {
  return tastes.has(relation) && /^ and [\p{L}-]+(?:[.,;!]|$)/iu.test(text.slice(at + value.length));
}
