// Finds the sentence of a text that has most of what a query looks for: words in all their forms, and words side by side.

import { Bug } from '@terrarium/kernel/errors';
import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { isListed } from '../reader/lexicon.ts';
import { isUnspaced, splitWords, type TextWord } from './text-words.ts';
import { isFunctionWord } from './word-list.ts';

export interface SoughtWords {
  /**
   * Each term is the stem of one word, or the stems of several words that must be side by side. Several words come from
   * a quotation, from a word with hyphens, or from characters in a script without spaces.
   */
  readonly terms: readonly (readonly string[])[];
  /** The stems of all words of the query; a text in which they are side by side ranks first. */
  readonly all: readonly string[];
  /** For each stem, words that count as the same word, such as other spellings. */
  readonly forms?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** A sentence that has some of the terms. */
export interface MatchedSentence {
  readonly span: Span;
  /** Where the words of the terms are in the text. */
  readonly matches: readonly Span[];
  /** Which terms the sentence has. */
  readonly terms: ReadonlySet<number>;
}

export interface MatchedText {
  /** Which terms the whole text has. */
  readonly terms: ReadonlySet<number>;
  /** Whether all words of the query are side by side in the text. */
  readonly isWhole: boolean;
  /** The sentence whose terms score highest; among equals, the first. */
  readonly best: MatchedSentence;
  /** Further sentences whose terms score as high, in order. */
  readonly rest: readonly MatchedSentence[];
}

/** At most this many terms of a query are looked for. */
const mostTerms = 24;
const longestQuery = 1_000;

export interface QueryKind {
  /**
   * Whether the query is a question. The words of a question are hardly ever in the story in the same form. So
   * characters in a script without spaces are looked for in pairs, and words that only ask (`happened`) are left out
   * if other words remain.
   */
  readonly isQuestion?: boolean | undefined;
}

export function parseSoughtWords(query: string, { isQuestion = false }: QueryKind = {}): SoughtWords {
  const text = query.slice(0, longestQuery).toWellFormed();
  const words = splitWords(text);
  const grouped = groupRuns(text, words);
  const split = isQuestion ? grouped.flatMap((run) => splitIntoPairs(text, run)) : grouped;
  const runs = split.map((run) => run.map(({ stem }) => stem));
  const telling = runs.filter((run) => run.length > 1 || !isFunctionWord(run[0] ?? ''));
  const beyond = isQuestion ? telling.filter((run) => run.length > 1 || !isAsking(run[0] ?? '')) : telling;
  const chosen = [beyond, telling].find(({ length }) => length > 0) ?? runs;
  const terms = new Map(chosen.map((run) => [run.join(' '), run] as const));
  return { terms: [...terms.values()].slice(0, mostTerms), all: words.map(({ stem }) => stem) };
}

function isAsking(stem: string): boolean {
  return isListed('askWords', stem);
}

/** Splits a run of a script without spaces into pairs of neighbours; any other run, and a quotation, stays whole. */
function splitIntoPairs(text: string, run: readonly TextWord[]): readonly (readonly TextWord[])[] {
  const [first] = run;
  const isPlain = run.every((word, at) => at === 0 || isJoinedUnspaced(text, run[at - 1] ?? word, word));
  const isQuoted = first !== undefined && /["“«„「『]/u.test(text.charAt(first.start - 1));
  if (run.length < 3 || !isPlain || isQuoted) return [run];
  return run.slice(1).map((word, at) => [run[at] ?? word, word]);
}

/**
 * Groups words that must be side by side: the words of a quotation, words with hyphens, and characters of a script
 * without spaces.
 */
function groupRuns(text: string, words: readonly TextWord[]): readonly (readonly TextWord[])[] {
  const quoted = [...text.matchAll(/["“”«»„]([^"“”«»„]{1,300})["“”«»„]/gu)].map(
    ({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }),
  );
  const runs: TextWord[][] = [];
  let last: { readonly word: TextWord; readonly quote: Span | undefined } | undefined;
  for (const word of words) {
    const quote = quoted.find(({ start, end }) => start <= word.start && word.end <= end);
    const isBeside = last !== undefined && isJoined(text, last.word, word);
    const goesOn = last !== undefined && ((quote !== undefined && quote === last.quote) || isBeside);
    if (goesOn) runs.at(-1)?.push(word);
    else runs.push([word]);
    last = { word, quote };
  }
  return runs;
}

function isJoined(text: string, one: TextWord, next: TextWord): boolean {
  return isJoinedUnspaced(text, one, next) || /^[-\u2010\u2011]$/u.test(text.slice(one.end, next.start));
}

function isJoinedUnspaced(text: string, one: TextWord, next: TextWord): boolean {
  return text.slice(one.end, next.start) === '' && isUnspaced(one.folded) && isUnspaced(next.folded);
}

/** Undefined if the text has none of the terms. `scoreTerm` says how much a term counts. */
export function findPassage(
  text: string,
  sought: SoughtWords,
  scoreTerm: (term: number) => number,
): MatchedText | undefined {
  const words = splitWords(text);
  const found = sought.terms.flatMap((stems, term) =>
    listPlaces(words, stems, sought.forms).map((at) => ({ term, span: toSpan(words, at, stems.length) })),
  );
  if (found.length === 0) return undefined;
  const isWhole = sought.all.length > 1 && listPlaces(words, sought.all, sought.forms).length > 0;
  const [best, ...rest] = chooseSentences(text, found, scoreTerm);
  if (best === undefined) throw new Bug('Words that were found are in no sentence.');
  return { terms: new Set(found.map(({ term }) => term)), isWhole, best, rest };
}

function listPlaces(
  words: readonly TextWord[],
  stems: readonly string[],
  forms: SoughtWords['forms'],
): readonly number[] {
  const wanted = stems.map((stem) => ({ stem, others: forms?.get(stem) }));
  const [first] = wanted;
  const isForm = (word: TextWord | undefined, { stem, others }: Wanted): boolean =>
    word !== undefined && (word.stem === stem || others?.has(word.stem) === true);
  return words.flatMap((word, at) =>
    first !== undefined &&
    isForm(word, first) &&
    wanted.every((one, offset) => isForm(words[at + offset], one))
      ? [at]
      : [],
  );
}

interface Wanted {
  readonly stem: string;
  readonly others: ReadonlySet<string> | undefined;
}

function toSpan(words: readonly TextWord[], at: number, length: number): Span {
  return { start: words[at]?.start ?? 0, end: words[at + length - 1]?.end ?? 0 };
}

interface Found {
  readonly term: number;
  readonly span: Span;
}

/** The sentences whose terms score highest, in order. */
function chooseSentences(
  text: string,
  found: readonly Found[],
  scoreTerm: (term: number) => number,
): readonly MatchedSentence[] {
  const weighed = groupBySentence(text, found).map((sentence) => ({
    sentence,
    weight: [...sentence.terms].reduce((sum, term) => sum + scoreTerm(term), 0),
  }));
  const most = Math.max(...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight === most).map(({ sentence }) => sentence);
}

/** The sentences in which something was found, in order. A match belongs to the sentence in which it begins. */
function groupBySentence(text: string, found: readonly Found[]): readonly MatchedSentence[] {
  const sentences = listSentenceLabels(text);
  const groups = new Map<number, Found[]>();
  let at = 0;
  for (const one of found.toSorted((a, b) => a.span.start - b.span.start)) {
    while (at < sentences.length - 1 && (sentences[at]?.end ?? 0) <= one.span.start) at += 1;
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [one]);
    else group.push(one);
  }
  return [...groups].map(([index, here]) => {
    const start = Math.min(sentences[index]?.start ?? text.length, ...here.map(({ span }) => span.start));
    const end = Math.max(sentences[index]?.end ?? 0, ...here.map(({ span }) => span.end));
    return {
      span: { start, end },
      matches: here.map(({ span }) => span),
      terms: new Set(here.map(({ term }) => term)),
    };
  });
}
