// Clauses: finds the ends of clauses and statements, and the words that belong to a name.

import { isClassWord } from './class-words.ts';
import type { Token } from './tag-text.ts';

/** A range of tokens: the name to be defined, or another part of its sentence. */
export interface NameRange {
  readonly from: number;
  readonly to: number;
}

/** A span with more words tells the story instead of defining. */
export const maxSpanWords = 26;

export const determiners = new Set([
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

/** A name right after one of these words is not the subject of a verb. */
export const prepositions = new Set(
  'of in to on at from by with for upon among through toward towards into beyond near within against under over between without about behind before after'.split(
    ' ',
  ),
);

export const relatives = new Set(['who', 'which', 'whose', 'whom', 'where', 'that']);

const stops = /^(?:[;:—–()[\]!?]|--|[.]|\.\.+|[“”"])$/;

export function isComma(token: Token | undefined): boolean {
  return token?.text === ',';
}

/**
 * A clause is examined only up to this many words from a name, so that the time is proportional to the length of the
 * text.
 */
const maxScan = 60;

/**
 * Index of the first token at or after `from` that ends a clause; `withComma`: a comma ends it too. If there is none,
 * the index after the last token that is examined.
 */
export function computeStop(tokens: readonly Token[], from: number, withComma: boolean): number {
  const limit = Math.min(tokens.length, from + maxScan);
  let index = from;
  while (index < limit && !stops.test(tokens[index]?.text ?? '') && !(withComma && isComma(tokens[index])))
    index++;
  return index;
}

/**
 * Index after the last token before `from` that ends a clause; `withComma`: a comma ends it too. If there is none, the
 * index of the first token that is examined.
 */
export function computeClauseStart(tokens: readonly Token[], from: number, withComma: boolean): number {
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

export function isFiniteVerb(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.pos === 'AUX' || (token.pos === 'VERB' && !token.lower.endsWith('ing'));
}

const subordinators = new Set(
  'since because when while if as though although until before after than'.split(' '),
);

/**
 * Whether the words are a sentence of their own: they have a finite verb, and no word such as `who` or `because` comes
 * before the first one.
 */
export function isClause(segment: readonly Token[]): boolean {
  const verbAt = segment.findIndex((token) => isFiniteVerb(token));
  return (
    verbAt >= 0 &&
    !segment.slice(0, verbAt).some((token) => isRelative(token) || subordinators.has(token.lower))
  );
}

/** Whether the word begins a relative clause, unlike the `that` of `ladies of that sort`. */
function isRelative({ lower, pos }: Token): boolean {
  return relatives.has(lower) && !(lower === 'that' && pos === 'DET');
}

/**
 * Returns where the name begins, including a few words right before it that belong to it, such as an article or
 * adjectives.
 */
export function computeNameStart(tokens: readonly Token[], name: NameRange): number {
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

/**
 * Returns where the statement that begins at `from` ends: after parts that continue it, such as relative clauses, but
 * within the word limit.
 */
export function computePhraseEnd(tokens: readonly Token[], from: number): number {
  let end = computeStop(tokens, from, true);
  while (isComma(tokens[end]) && end - from < maxSpanWords) {
    const next = computeStop(tokens, end + 1, true);
    if (next - from > maxSpanWords || !isPhraseContinued(tokens, end + 1)) break;
    end = next;
  }
  return Math.min(end, from + maxSpanWords);
}

function isPhraseContinued(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (/^(?:and|or)$/.test(token.lower)) return !isClauseStart(tokens, index + 1);
  return relatives.has(token.lower) || token.lower === 'with';
}

/**
 * In a new clause, the verb is among the first `subjectWords` words; after a longer subject (`forty of those lamps
 * are`), among the first `longSubjectWords`.
 */
const subjectWords = 4;
const longSubjectWords = 6;

function isClauseStart(tokens: readonly Token[], from: number): boolean {
  const isPronoun = /^(?:i|you|he|she|it|we|they|there)$/.test(tokens[from]?.lower ?? '');
  if (isPronoun || tokens.slice(from, from + subjectWords).some(isFiniteVerb)) return true;
  const ahead = tokens.slice(from, from + longSubjectWords);
  const subject = ahead.slice(0, ahead.findIndex((token) => isFiniteVerb(token)) + 1);
  return subject.length > 0 && !subject.some((token) => isRelative(token) || isComma(token));
}

/**
 * Returns where the name ends, including words right after it that say more: `the city of N, which …`, `the officer N
 * of …`.
 */
export function computeNameEnd(tokens: readonly Token[], name: NameRange): number {
  const next = tokens[name.to];
  if (next?.lower === 'of' || relatives.has(next?.lower ?? '')) return computePhraseEnd(tokens, name.to);
  return isComma(next) && isDescriptive(tokens[name.to + 1])
    ? computePhraseEnd(tokens, name.to + 1)
    : name.to;
}

function isDescriptive(token: Token | undefined): boolean {
  const lower = token?.lower ?? '';
  return relatives.has(lower) || isClassWord(lower) || /^(?:a|an|the|one)$/.test(lower);
}

/**
 * Whether the token only links a clause to the one before, as a comma, `and` or `then` does: the clause is complete
 * without it. In `that night` and `so great`, the first word belongs to the next.
 */
export function isConnective(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.lower === 'that') return isConjunction(tokens, at);
  if (/^(?:so|however)$/.test(token.lower)) return !/^(?:ADJ|ADV)$/.test(tokens[at + 1]?.pos ?? '');
  return /^(?:PUNCT|CCONJ|SYM)$/.test(token.pos) || /^(?:then|yet|thus|therefore|now)$/.test(token.lower);
}

/**
 * Whether `that` is a conjunction. At the start of a sentence, where the tagger does not distinguish `That N was rich`
 * from `That night` and `That was N`, it is one only before a name.
 */
function isConjunction(tokens: readonly Token[], at: number): boolean {
  const isName = tokens[at + 1]?.pos === 'PROPN';
  return tokens[at]?.isInitial === true ? isName : tokens[at]?.pos !== 'DET';
}
