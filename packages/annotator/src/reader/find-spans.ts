// Spans: stretches of a sentence that say what a name or word means, with a score from their form alone.

import { isClassToken } from './class-words.ts';
import { isListed } from './lexicon.ts';
import {
  type Form,
  findClauseStart,
  findForms,
  findStop,
  isComma,
  maxSpanWords,
  type NameRange,
} from './span-forms.ts';
import type { Token } from './tag-text.ts';

/** A stretch of the tagged text, from the start of one token to the end of another. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly score: number;
  /** The class the statement puts the name in (`city`, `officer`), lower case; empty when it names none. */
  readonly classWord: string;
}

/** A definition has at least this many words: a bare apposition is widened until it reads as a statement. */
export const minSpanWords = 5;

/** Every span of the sentence that says something of the mentions, best first. */
export function findSpans(tokens: readonly Token[], names: readonly NameRange[]): readonly Span[] {
  const spans: Span[] = [];
  for (const name of names) {
    for (const form of findForms(tokens, name)) {
      const span = finishSpan(tokens, name, form);
      if (span !== undefined) spans.push(span);
    }
  }
  return spans.sort((one, other) => other.score - one.score || one.start - other.start);
}

/** Words of a span that carry meaning; the rest only join them. */
function isContent(token: Token): boolean {
  return /^\p{L}{2}/u.test(token.text) && !isListed('functionWords', token.lower);
}

function finishSpan(tokens: readonly Token[], name: NameRange, form: Form): Span | undefined {
  const range = trimRange(tokens, widen(tokens, form), name);
  const slice = tokens.slice(range.from, range.to);
  const words = slice.filter((token) => /[\p{L}\d]/u.test(token.text) && !/^['’]/.test(token.text)).length;
  const first = slice[0];
  const last = slice.at(-1);
  if (first === undefined || last === undefined || words < minSpanWords) return undefined;
  const core = tokens.slice(form.core.from, form.core.to);
  const classWord = core.find((token) => isClassToken(token))?.lower ?? '';
  return { start: first.start, end: last.end, words, score: scoreSlice(slice, core, form.base), classWord };
}

/** Widens a span under the least length: to the next comma, then to the left, then to the end of the clause. */
function widen(tokens: readonly Token[], form: Form): NameRange {
  let { from, to } = form;
  if (to - from > minSpanWords) return form;
  if (isComma(tokens[to])) to++;
  to = Math.min(findStop(tokens, to, true), from + maxSpanWords);
  if (to - from > minSpanWords) return { from, to };
  from = Math.max(findClauseStart(tokens, from, true), to - maxSpanWords);
  if (to - from > minSpanWords) return { from, to };
  from = Math.max(findClauseStart(tokens, from, false), to - maxSpanWords);
  return { from, to: Math.min(findStop(tokens, to, false), from + maxSpanWords) };
}

const danglers = new Set(['DET', 'ADP', 'CCONJ', 'SCONJ', 'PUNCT', 'AUX', 'SYM']);

/** Drops what hangs loose at either end: commas, conjunctions, prepositions. */
function trimRange(tokens: readonly Token[], range: NameRange, name: NameRange): NameRange {
  let { from, to } = range;
  while (to > name.to && danglers.has(tokens[to - 1]?.pos ?? '')) to--;
  while (from < name.from && isLoose(tokens[from])) from++;
  return { from, to };
}

function isLoose(token: Token | undefined): boolean {
  return /^(?:PUNCT|CCONJ|SYM)$/.test(token?.pos ?? '') || token?.lower === 'that';
}

/** A class word tells what a thing is; first and second persons tell of the moment instead. */
const classBonus = 0.3;
const maxClassWords = 2;
/** `daughter of N`, `city of N`: how it stands to another name is what people ask of a glossary. */
const relationBonus = 0.8;
const personPenalty = 0.8;
const maxPersons = 4;
const contentBonus = 0.05;
const questionPenalty = 1.5;
const speakers = new Set(['i', 'me', 'my', 'we', 'us', 'our', 'you', 'your', 'myself']);

function scoreSlice(slice: readonly Token[], core: readonly Token[], base: number): number {
  const classes = Math.min(maxClassWords, core.filter((token) => isClassToken(token)).length);
  const persons = Math.min(maxPersons, slice.filter((token) => speakers.has(token.lower)).length);
  const content = Math.min(15, slice.filter(isContent).length);
  const odd = slice.some((token) => /^(?:n't|not|never|if|whether|[?!])$/.test(token.lower))
    ? questionPenalty
    : 0;
  const relation = core.some(
    (token, index) => token.isCapital && /^(?:of|in|to|among|the)$/.test(core[index - 1]?.lower ?? ''),
  )
    ? relationBonus
    : 0;
  return base + relation + classes * classBonus + content * contentBonus - persons * personPenalty - odd;
}
