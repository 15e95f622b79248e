// Span forms: the ways in which an English sentence says what something is.

import { isClassToken, isClassWord } from './class-words.ts';
import { isListed, singularize } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/** Token range of a mention of what is to be defined. */
export interface NameRange {
  readonly from: number;
  readonly to: number;
}

/** A stretch that says something of a name. */
export interface Form extends NameRange {
  /** What such a form of words is worth as a definition. */
  readonly base: number;
  /** The words that say what the name is; what follows only adds to it. */
  readonly core: NameRange;
}

/** Longer spans tell a story instead of defining. */
export const maxSpanWords = 26;

/**
 * What each form of words is worth, from the surest way English defines to the least sure. Only their order and rough
 * distance matter: a plain sentence about the thing must never beat a definition.
 */
const worth = {
  copula: 5,
  apposition: 5,
  called: 4.5,
  before: 3.8,
  ofClass: 3,
  relative: 2.6,
  looseCopula: 2.5,
  looseApposition: 2.5,
  plain: 0.5,
} as const;

const copulas = new Set([
  'is',
  'was',
  'are',
  'were',
  "'s",
  '’s',
  'be',
  'became',
  'being',
  'means',
  'meant',
  'signifies',
]);
const determiners = new Set([
  'a',
  'an',
  'the',
  'one',
  'my',
  'his',
  'her',
  'our',
  'their',
  'its',
  'your',
  'that',
  'those',
  'some',
  'this',
  'these',
  'another',
]);
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
const relatives = new Set(['who', 'which', 'whose', 'whom', 'where', 'that']);
const stops = /^(?:[;:—–()[\]!?]|--|[.]|\.\.+|[“”"])$/;
/** The forms in which the sentence says something of the name, the clause around it included. */
export function findForms(tokens: readonly Token[], name: NameRange): readonly Form[] {
  const forms = [
    findCopula(tokens, name),
    findApposition(tokens, name),
    findCalled(tokens, name),
    findBefore(tokens, name),
    findOfClass(tokens, name),
    findRelative(tokens, name),
    findPlain(tokens, name),
  ];
  return forms.filter((form) => form !== undefined);
}

/** Whether the token is a comma. */
export function isComma(token: Token | undefined): boolean {
  return token?.text === ',';
}

/** No clause is looked at further than this many words from a name, so that time stays linear in the text. */
const maxScan = 60;

/** Index of the first token at or behind `from` that ends a clause, at most the end. */
export function findStop(tokens: readonly Token[], from: number, withComma: boolean): number {
  const limit = Math.min(tokens.length, from + maxScan);
  let index = from;
  while (index < limit && !stops.test(tokens[index]?.text ?? '') && !(withComma && isComma(tokens[index])))
    index++;
  return index;
}

/** Index behind the last clause end before `from`. */
export function findClauseStart(tokens: readonly Token[], from: number, withComma: boolean): number {
  const limit = Math.max(0, from - maxScan);
  let index = from;
  while (
    index > limit &&
    !stops.test(tokens[index - 1]?.text ?? '') &&
    !(withComma && isComma(tokens[index - 1]))
  )
    index--;
  return index;
}

function isFiniteVerb(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.pos === 'AUX' || (token.pos === 'VERB' && !token.lower.endsWith('ing'));
}

/** `N is a …`, `N was the …`. */
function findCopula(tokens: readonly Token[], name: NameRange): Form | undefined {
  let verb = name.to;
  while (verb < name.to + 3 && tokens[verb]?.pos === 'ADV') verb++;
  if (!copulas.has(tokens[verb]?.lower ?? '')) return undefined;
  let next = verb + 1;
  while (tokens[next]?.pos === 'ADV') next++;
  const head = tokens[next];
  if (head === undefined) return undefined;
  const isDefining = determiners.has(head.lower) || (head.pos === 'NOUN' && isClassToken(head));
  if (!isDefining || tokens[next + 1]?.pos === 'PUNCT') return undefined;
  const from = startOfName(tokens, name);
  return {
    from,
    to: extendEnd(tokens, next),
    base: worth.copula,
    core: { from: next, to: findStop(tokens, next, true) },
  };
}

/** The article or adjectives right before the name belong to it. */
function startOfName(tokens: readonly Token[], name: NameRange): number {
  let from = name.from;
  while (from > 0 && from > name.from - 4) {
    const before = tokens[from - 1];
    if (
      before === undefined ||
      !(
        before.pos === 'DET' ||
        before.pos === 'ADJ' ||
        before.pos === 'PROPN' ||
        determiners.has(before.lower)
      )
    )
      break;
    from--;
  }
  return from;
}

/** End of what is said from `from` on: the clause, with relative clauses, within the word limit. */
function extendEnd(tokens: readonly Token[], from: number): number {
  let end = findStop(tokens, from, true);
  while (isComma(tokens[end]) && end - from < maxSpanWords) {
    const next = findStop(tokens, end + 1, true);
    if (next - from > maxSpanWords || !continuesPhrase(tokens, end + 1)) break;
    end = next;
  }
  return Math.min(end, from + maxSpanWords);
}

function continuesPhrase(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (relatives.has(token.lower) || token.pos === 'ADJ' || token.pos === 'ADP' || token.lower === 'and')
    return true;
  return token.lower === 'with' || token.lower.endsWith('ing') || token.lower.endsWith('ed');
}

const possessives = new Set(['my', 'his', 'her', 'our', 'their', 'its', 'your']);
/** An opening phrase (`In Thark, …`) is this near to the start of its clause. */
const openingWords = 5;

/** Whether the name ends an opening phrase, so that the comma behind it begins the main clause. */
function isOpening(tokens: readonly Token[], name: NameRange): boolean {
  const before = tokens[startOfName(tokens, name) - 1];
  return before?.pos === 'ADP' && name.from - findClauseStart(tokens, name.from, false) < openingWords;
}

/** `a banth, a warrior, and …` lists; it does not explain. */
function isListing(tokens: readonly Token[], end: number): boolean {
  return (
    isComma(tokens[end]) &&
    /^(?:and|or)$/.test(tokens[end + 1]?.lower ?? '') &&
    !isFiniteVerb(tokens[end + 2])
  );
}

/** A class word further from the start of an apposition belongs to something else. */
const maxClassDistance = 6;

/** `N, a …`, `N, chief of …`, `N (a …)`. */
function findApposition(tokens: readonly Token[], name: NameRange): Form | undefined {
  if (!/^(?:,|—|–|--|\()$/.test(tokens[name.to]?.text ?? '')) return undefined;
  const first = name.to + 1;
  const core = { from: first, to: findStop(tokens, first, true) };
  const segment = tokens.slice(core.from, core.to);
  if (isOpening(tokens, name) || isListing(tokens, core.to) || isClause(segment)) return undefined;
  const opening = judgeOpening(segment);
  if (opening === 'none') return undefined;
  const base = opening === 'sure' ? worth.apposition : worth.looseApposition;
  return { from: startOfName(tokens, name), to: extendEnd(tokens, first), base, core };
}

/** A finite verb outside a relative clause makes a sentence of its own. */
function isClause(segment: readonly Token[]): boolean {
  const verbAt = segment.findIndex((token) => isFiniteVerb(token));
  return verbAt >= 0 && !segment.slice(0, verbAt).some((token) => relatives.has(token.lower));
}

/** Whether the words behind the name's comma say what it is: surely, perhaps, or not at all. */
function judgeOpening(segment: readonly Token[]): 'sure' | 'loose' | 'none' {
  const head = segment[0];
  if (head === undefined || (head.pos === 'PRON' && !determiners.has(head.lower))) return 'none';
  if (isRankOf(segment)) return 'sure';
  const isClassHead = isClassWord(head.lower) && singularize(head.lower) === head.lower;
  if (!determiners.has(head.lower) && !isClassHead) return 'none';
  const isKin = segment.some(({ lower }) => isListed('personWords', lower));
  if (possessives.has(head.lower) && !isKin) return 'none';
  return segment.slice(0, maxClassDistance).some((token) => isClassToken(token)) ? 'sure' : 'loose';
}

/** `chief of …`, `padwar in …`. */
function isRankOf(segment: readonly Token[]): boolean {
  const isNoun = /^(?:NOUN|PROPN)$/.test(segment[0]?.pos ?? '');
  return isNoun && /^(?:of|to|in|among)$/.test(segment[1]?.lower ?? '');
}

/** The name, with what directly tells more of it: `the city of N, which …`, `the officer N of …`. */
function endOfName(tokens: readonly Token[], name: NameRange): number {
  const next = tokens[name.to];
  if (next?.lower === 'of' || relatives.has(next?.lower ?? '')) return extendEnd(tokens, name.to);
  if (isComma(next) && tellsMore(tokens[name.to + 1])) return extendEnd(tokens, name.to + 1);
  return findStop(tokens, name.to, true);
}

function tellsMore(token: Token | undefined): boolean {
  const lower = token?.lower ?? '';
  return relatives.has(lower) || isClassWord(lower) || /^(?:a|an|the|one)$/.test(lower);
}

/** `… called N`, `… which they call N`, `N, called …`, `N, or X`. */
function findCalled(tokens: readonly Token[], name: NameRange): Form | undefined {
  for (let index = name.from - 1; index >= Math.max(0, name.from - 4); index--) {
    const token = tokens[index];
    if (token === undefined || (stops.test(token.text) && !/["“”]/.test(token.text))) break;
    if (callWords.has(token.lower)) {
      const from = clampStart(findClauseStart(tokens, index, false), name.from);
      const clause = findStop(tokens, name.to, false);
      return {
        from,
        to: Math.min(clause, from + maxSpanWords),
        base: worth.called,
        core: { from, to: index },
      };
    }
  }
  const after = isComma(tokens[name.to]) ? name.to + 1 : name.to;
  if (tokens[name.to]?.text === ',' && tokens[after]?.lower === 'or' && tokens[after + 1] !== undefined) {
    return {
      from: startOfName(tokens, name),
      to: extendEnd(tokens, after),
      base: worth.called,
      core: { from: after, to: findStop(tokens, after, true) },
    };
  }
  return undefined;
}

/** Words kept for the name itself when what stands before it is cut. */
const reserveWords = 5;

function clampStart(start: number, nameStart: number): number {
  return Math.max(start, nameStart - (maxSpanWords - reserveWords));
}

const phraseTags = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM', 'CCONJ', 'ADP', 'DET', 'PART', 'ADV']);

/** `the great jeddak, N`, `a banth N`, `my friend N`: a phrase with a class word right before the name. */
function findBefore(tokens: readonly Token[], name: NameRange): Form | undefined {
  const headAt = isComma(tokens[name.from - 1]) ? name.from - 2 : name.from - 1;
  const head = tokens[headAt];
  if (head === undefined || !(head.pos === 'NOUN' || head.pos === 'PROPN')) return undefined;
  const from = findLongPhraseStart(tokens, headAt);
  const phrase = tokens.slice(from, headAt + 1);
  if (!phrase.some((token) => isClassToken(token))) return undefined;
  if (!determiners.has(phrase[0]?.lower ?? '') && !isClassToken(head)) return undefined;
  return { from, to: endOfName(tokens, name), base: worth.before, core: { from, to: headAt + 1 } };
}

/** A phrase right before a name, with what hangs on its head (`the great jeddak of Thark`), is at most this long. */
const maxLongPhraseWords = 9;

function findLongPhraseStart(tokens: readonly Token[], headAt: number): number {
  let from = headAt;
  while (from > 0 && headAt - from < maxLongPhraseWords && phraseTags.has(tokens[from - 1]?.pos ?? '')) {
    from--;
    if (determiners.has(tokens[from]?.lower ?? '')) break;
  }
  return from;
}

const classPhraseTags = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM', 'DET']);

/** Longer phrases before a name hold more than what it is. */
const maxPhraseWords = 6;

/** Start of the noun phrase whose head stands at the index: article and attributes. */
function findPhraseStart(tokens: readonly Token[], headAt: number): number {
  let from = headAt;
  while (from > 0 && headAt - from < maxPhraseWords && classPhraseTags.has(tokens[from - 1]?.pos ?? '')) {
    from--;
    if (tokens[from]?.pos === 'DET') break;
  }
  return from;
}

/** `the twin cities of N`, `the waters of the N`. */
function findOfClass(tokens: readonly Token[], name: NameRange): Form | undefined {
  let of = name.from - 1;
  while (of > name.from - 4 && (tokens[of]?.pos === 'DET' || tokens[of]?.pos === 'ADJ')) of--;
  if (tokens[of]?.lower !== 'of') return undefined;
  const head = tokens[of - 1];
  if (head === undefined || !isClassToken(head)) return undefined;
  const from = findPhraseStart(tokens, of - 1);
  return { from, to: endOfName(tokens, name), base: worth.ofClass, core: { from, to: of } };
}

/** `N, who …`, `N which …`, `N, whose …`. */
function findRelative(tokens: readonly Token[], name: NameRange): Form | undefined {
  const at = isComma(tokens[name.to]) ? name.to + 1 : name.to;
  const next = tokens[at + 1];
  if (!relatives.has(tokens[at]?.lower ?? '') || next === undefined) return undefined;
  if (tokens[at]?.lower === 'that' && !isFiniteVerb(next)) return undefined;
  return {
    from: startOfName(tokens, name),
    to: extendEnd(tokens, at + 1),
    base: worth.relative,
    core: { from: at + 1, to: findStop(tokens, at + 1, true) },
  };
}

/** The clause around the name. */
function findPlain(tokens: readonly Token[], name: NameRange): Form {
  const from = Math.max(findClauseStart(tokens, name.from, false), name.from - maxSpanWords / 2);
  const to = Math.min(findStop(tokens, name.to, false), from + maxSpanWords);
  return { from, to, base: worth.plain, core: { from, to } };
}
