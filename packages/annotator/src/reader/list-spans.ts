// Spans: finds the parts of a sentence that say what a name or word means, and scores them by their form alone.

import { findClassWord } from './class-phrase.ts';
import { type Form, worth } from './class-phrase-forms.ts';
import { cutCompound, isClassToken, isClassWord } from './class-words.ts';
import {
  computeClauseStart,
  computeStop,
  isComma,
  isConnective,
  isFiniteVerb,
  maxSpanWords,
  type NameRange,
  prepositions,
} from './clause.ts';
import { completeWords } from './cut-statement.ts';
import { isDialect } from './is-dialect.ts';
import { isListed } from './lexicon.ts';
import { listSpanForms } from './span-forms.ts';
import type { Token } from './tag-text.ts';

/** A stretch of the tagged text, from the start of one token to the end of another. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly score: number;
  /**
   * Whether the span begins where a phrase begins that makes sense by itself (`N, chief of the guard`), even if this
   * is within a clause.
   */
  readonly isPhraseStart: boolean;
  readonly isPhraseEnd: boolean;
  /** The class into which the statement puts the name (`city`, `officer`), in lower case; empty if there is none. */
  readonly classWord: string;
}

/**
 * A definition has at least this many words: if an apposition is shorter, it is widened until it reads as a statement.
 */
export const minSpanWords = 5;

/** Returns every span of the sentence that says something about the mentions, best first. */
export function listSpans(tokens: readonly Token[], names: readonly NameRange[]): readonly Span[] {
  const spans: Span[] = [];
  const isSpoken = isDialect(tokens);
  for (const name of names) {
    for (const form of listSpanForms(tokens, name)) {
      const isCivil = isListed('genderedTitles', tokens[name.from]?.lower.replace('.', '') ?? '');
      const span = finishSpan(tokens, name, isSpoken || isCivil ? cutUnknown(tokens, form) : form);
      if (span !== undefined) spans.push(span);
    }
  }
  const penalty = isOption(tokens) ? optionPenalty : 0;
  return spans
    .map((span) => ({ ...span, score: span.score - penalty }))
    .sort((one, other) => other.score - one.score || one.start - other.start);
}

/**
 * Lowers the score of `a poor wurem, Mas’r N` and `the creetur Mrs. N`: in dialect, and before a real-world title, an
 * unknown word is not a rank or kind that the story invented.
 */
function cutUnknown(tokens: readonly Token[], form: Form): Form {
  const word = findClassWord(tokens.slice(form.core.from, form.core.to));
  const isKnown = word === undefined || isClassWord(word.lower) || isListed('nationalities', word.lower);
  return isKnown ? form : { ...form, base: Math.min(form.base, worth.vague), tells: false };
}

/**
 * Subtracted if the sentence begins with a mark such as `*`, `[` or `>`: it may be an option offered to readers, and
 * not something that happened.
 */
const optionPenalty = 2;

function isOption(tokens: readonly Token[]): boolean {
  return /^(?:>|\[|\*|•|-)$/.test(tokens[0]?.text ?? '');
}

/** Whether the word carries meaning, unlike words that only join other words of a span. */
function isContent(token: Token): boolean {
  return /^\p{L}{2}/u.test(token.text) && !isListed('functionWords', token.lower);
}

function finishSpan(tokens: readonly Token[], name: NameRange, form: Form): Span | undefined {
  const chosen = chooseRange(tokens, name, form);
  const range = { ...chosen, ...completeWords(tokens, chosen) };
  const slice = tokens.slice(range.from, range.to);
  const words = countWords(slice);
  const first = slice[0];
  const last = slice.at(-1);
  if (first === undefined || last === undefined || words < minSpanWords) return undefined;
  const core = tokens.slice(form.core.from, form.core.to);
  const isStory = range.isWhole && !range.isTight && form.base < definingBase;
  const story = isStory ? Math.max(0, words - core.length) * storyPenalty : 0;
  const asked = tokens[range.to]?.text === '?' ? questionPenalty : 0;
  if (isListOfPeople(tokens.slice(range.from)) || (!form.tells && isNoStatement(slice))) return undefined;
  const told = scoreSlice(slice, core, form.base) - story - asked - (range.isWhole ? 0 : fragmentPenalty);
  const score = form.tells ? told : Math.min(told, mostUntold);
  const isPhraseStart = form.standsAlone && range.from === trimRange(tokens, form, name).from;
  const ends = { isPhraseStart, isPhraseEnd: range.isTight };
  return { start: first.start, end: last.end, words, score, ...ends, classWord: extractClassWord(core) };
}

/** This many names in a row are a list, and a list explains none of its names. */
const fewestListed = 3;

/** Whether the words have no verb, and only list names or are cut out of somebody's dialect (`a fool uv ole N`). */
function isNoStatement(slice: readonly Token[]): boolean {
  if (slice.some(isFiniteVerb)) return false;
  const names = slice.filter((token, at) => token.isCapital && slice[at - 1]?.isCapital !== true);
  const joints = slice.filter((token) => isComma(token) || token.lower === 'and');
  return isDialect(slice) || (names.length >= fewestListed && joints.length >= fewestListed - 1);
}

/**
 * Whether the words list people, as in `The king, the cardinal, and yourself`: each member is a name, `the X` or a
 * pronoun, and `and` comes before the last one. After a name, a member may also describe the name: `N, the smith, and
 * you` are two people.
 */
function isListOfPeople(rest: readonly Token[]): boolean {
  const members: Token[][] = [[]];
  const end = rest.findIndex((token) => token.pos === 'PUNCT' && !isComma(token));
  const words = end === -1 ? rest : rest.slice(0, end);
  for (const token of words) {
    const isJoint = isComma(token) || joining.has(token.lower);
    if (isJoint && members.at(-1)?.length !== 0) members.push([]);
    else if (!isJoint) members.at(-1)?.push(token);
  }
  const isJoined = words.some(({ lower }, at) => joining.has(lower) && at >= words.length - longestLast);
  const fewest = words[0]?.lower === 'the' ? fewestListed : fewestListed + 1;
  return isJoined && members.length >= fewest && members.every(isListedPerson);
}

const joining: ReadonlySet<string> = new Set(['and', 'or', 'nor']);
/** The maximum number of words in `and` and the last member together: `and the young king`. */
const longestLast = 4;

function isListedPerson(member: readonly Token[]): boolean {
  const [first, ...others] = member;
  if (first === undefined) return false;
  if (others.length === 0 && first.pos === 'PRON') return true;
  if (member.every(({ isCapital, lower }) => isCapital && lower !== 'the')) return true;
  const isNamed = others.at(-1)?.pos === 'NOUN' || others.at(-1)?.pos === 'PROPN';
  return first.lower === 'the' && isNamed && others.every(({ pos }) => /^(?:ADJ|NOUN|PROPN)$/.test(pos));
}

function countWords(tokens: readonly Token[]): number {
  return tokens.filter((token) => /[\p{L}\d]/u.test(token.text) && !/^['’]/.test(token.text)).length;
}

/** A statement with at least this score says what something is. */
export const tellingScore = 3;
/**
 * The highest score of a statement that puts nothing into a class: whatever it says, it does not say what something
 * is.
 */
export const mostUntold = tellingScore - 0.1;

/** Subtracted if a statement is cut within a clause: it reads badly, whatever it says. */
const fragmentPenalty = 2;
/** Subtracted for each word of narration around the definition: these words make the definition harder to find. */
const storyPenalty = 0.06;
/**
 * A pattern with at least this score (`…, which are called N, …`) is a definition. The rest of its sentence then
 * counts as description, not as narration.
 */
const definingBase = 4;
/** A sentence or clause with more words tells the story instead of defining. */
const maxWholeWords = 40;

interface ReadableRange extends NameRange {
  /** Whether the range can be read by itself: it is only the definition, or it begins and ends where a clause does. */
  readonly isWhole: boolean;
  /** Whether the range contains only the definition, without the sentence around it. */
  readonly isTight: boolean;
}

/**
 * Chooses what is quoted for a pattern: the definition by itself if it makes sense, otherwise the sentence or clause
 * around it. If none of these can be read by itself, chooses a fragment.
 */
function chooseRange(tokens: readonly Token[], name: NameRange, form: Form): ReadableRange {
  const tight = trimRange(tokens, form, name);
  if (form.standsAlone && isReadable(tokens, tight, name)) return { ...tight, isWhole: true, isTight: true };
  const clause = computeClauseStart(tokens, name.from, false);
  const isClauseStart = /^(?:PUNCT|CCONJ|SCONJ)$/.test(tokens[form.from - 1]?.pos ?? 'PUNCT');
  const end = computeStop(tokens, Math.max(form.to, name.to), false);
  const wholes = [chooseSentence(tokens), { from: clause, to: end }];
  if (form.standsAlone && isClauseStart) wholes.push({ from: form.from, to: end });
  const whole = wholes
    .map((range) => trimRange(tokens, range, name))
    .find((range) => isReadable(tokens, range));
  return whole === undefined || isTorn(tokens, whole)
    ? { ...trimRange(tokens, completeRange(tokens, form), name), isWhole: false, isTight: false }
    : { ...whole, isWhole: true, isTight: false };
}

/**
 * Whether the range is badly cut out of its sentence: it begins with a verb (`says N, turning round`, `comes N with a
 * lamp`), or ends with a verb of speech.
 */
function isTorn(tokens: readonly Token[], range: NameRange): boolean {
  const first = tokens[range.from];
  const last = tokens[range.to - 1];
  const beginsWithVerb = first !== undefined && !first.isCapital && isFiniteVerb(first);
  return beginsWithVerb || /^(?:say|says|said|asks|asked|cries|cried|replied)$/.test(last?.lower ?? '');
}

/**
 * The whole sentence. Empty if it has quotation marks or brackets, so that no speech is cut or mixed with the words
 * around it.
 */
function chooseSentence(tokens: readonly Token[]): NameRange {
  return tokens.some((token) => /^[“”"()]$/.test(token.text))
    ? { from: 0, to: 0 }
    : { from: 0, to: tokens.length };
}

function isReadable(tokens: readonly Token[], range: NameRange, name?: NameRange): boolean {
  const slice = tokens.slice(range.from, range.to);
  const words = countWords(slice);
  const next = tokens[range.to];
  const endsClause = next === undefined || next.pos === 'PUNCT' || range.to === name?.to;
  return words >= minSpanWords && words <= maxWholeWords && endsClause;
}

const headEnd = /^(?:,|and|or|no|than|who|which|whose|that|where)$/;

/**
 * The last class word of the core before `of`, `who`, a comma or the like, since words after these name other things;
 * empty if there is none.
 */
function extractClassWord(core: readonly Token[]): string {
  const isOneOf = core[0]?.lower === 'one';
  const end = core.findIndex(
    ({ lower }, index) => index > 0 && !isOneOf && (prepositions.has(lower) || headEnd.test(lower)),
  );
  const head = end < 0 ? core : core.slice(0, end);
  return cutCompound(head.findLast((token) => isClassToken(token))?.lower ?? '');
}

/**
 * Widens a span that is too short: to the next comma; if it is still too short, to the left, and then to the end of
 * the clause.
 */
function completeRange(tokens: readonly Token[], form: Form): NameRange {
  let { from, to } = form;
  if (to - from > minSpanWords) return form;
  if (isComma(tokens[to])) to++;
  to = Math.min(computeStop(tokens, to, true), from + maxSpanWords);
  if (to - from > minSpanWords) return { from, to };
  from = Math.max(computeClauseStart(tokens, from, true), to - maxSpanWords);
  if (tokens[from]?.pos === 'ADP' && to - from > minSpanWords + 1) from++;
  if (to - from > minSpanWords) return { from, to };
  from = Math.max(computeClauseStart(tokens, from, false), to - maxSpanWords);
  return { from, to: Math.min(computeStop(tokens, to, false), from + maxSpanWords) };
}

const danglers = new Set(['DET', 'ADP', 'CCONJ', 'SCONJ', 'PUNCT', 'AUX', 'SYM']);

/** Drops loose words at both ends, such as commas, conjunctions and prepositions, but nothing of the name. */
function trimRange(tokens: readonly Token[], range: NameRange, name: NameRange): NameRange {
  let { from, to } = range;
  while (to > name.to && isDangling(tokens, to - 1)) to--;
  while (from < name.from && isConnective(tokens, from)) from++;
  const isOpen = tokens.slice(from, to).some((token) => token.text === '(') && tokens[to]?.text === ')';
  return { from, to: isOpen ? to + 1 : to };
}

/**
 * Whether a last word such as a preposition is to be cut off. In `brought N up,`, it is kept: before a mark, it
 * belongs to the verb.
 */
function isDangling(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token !== undefined && isOpenRelative(tokens, index)) return true;
  if (token === undefined || !danglers.has(token.pos) || /^[.!?…]/.test(token.text)) return false;
  return token.pos !== 'ADP' || (tokens[index + 1]?.pos ?? 'PUNCT') !== 'PUNCT';
}

/**
 * Whether the words end right after the beginning of a relative clause: `N, the valet, who,`, `N, the aunt that, and
 * that now,`.
 */
function isOpenRelative(tokens: readonly Token[], index: number): boolean {
  const isRelative = (at: number) => /^(?:who|which|whose|whom|that)$/.test(tokens[at]?.lower ?? '');
  return isRelative(index) || (tokens[index]?.pos === 'ADV' && isRelative(index - 1));
}

/**
 * Added for each class word, up to `maxClassWords`, because such words say what a thing is. For each `I` and `you`, up
 * to `maxPersons`, `personPenalty` is subtracted, because they belong to the moment.
 */
const classBonus = 0.3;
const maxClassWords = 2;
/**
 * Added for `daughter of X` or `city of X` if X is another name: people use a glossary to learn how things are
 * related.
 */
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
  const isDefining = core.length < slice.length;
  const relation =
    isDefining &&
    core.some(
      (token, index) => token.isCapital && /^(?:of|in|to|among|the)$/.test(core[index - 1]?.lower ?? ''),
    )
      ? relationBonus
      : 0;
  return base + relation + classes * classBonus + content * contentBonus - persons * personPenalty - odd;
}
