// Takes a statement out of its sentence as whole words, with an ellipsis wherever it is cut within a clause.

import { isConnective, type NameRange } from './clause.ts';
import type { Token } from './tag-text.ts';

interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
}

interface Part {
  readonly start: number;
  readonly end: number;
  /**
   * Whether a phrase that makes sense by itself begins at `start` (`N, chief of the guard`), even if this is within a
   * clause.
   */
  readonly isPhraseStart: boolean;
  /** Whether such a phrase ends at `end`. */
  readonly isPhraseEnd: boolean;
}

/**
 * The words of the part, with an ellipsis at the end if the clause goes on. If no phrase begins with them, they begin
 * with a capital, or with an ellipsis if the clause began earlier.
 */
export function cutStatement({ text, tokens }: Sentence, part: Part): string {
  const words = text.slice(part.start, part.end).replace(/\s+/g, ' ');
  const to = tokens.findIndex((token) => token.start >= part.end);
  const shown = to < 0 || isEnd(tokens, to, part.isPhraseEnd) ? words : `${stripMarks(words)}…`;
  if (part.isPhraseStart) return shown;
  const from = tokens.findIndex((token) => token.start >= part.start);
  return isStart(tokens, from) ? toCapital(shown) : `…${shown}`;
}

function stripMarks(words: string): string {
  return words.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '');
}

/** Makes the first letter a capital, even if a quotation mark comes before it. */
export function toCapital(text: string): string {
  return text.replace(/^["“]?\p{Ll}/u, (start) => start.toUpperCase());
}

/** Removes the ellipses with which a statement begins or ends. */
export function stripEllipses(text: string): string {
  return text.replace(/^…|…$/gu, '');
}

/** Widens the range so that it does not cut a word: `great-grandfather’s` is four tokens. */
export function completeWords(tokens: readonly Token[], { from, to }: NameRange): NameRange {
  const whole = { from, to };
  while (isWithinWord(tokens, whole.from)) whole.from--;
  while (isWithinWord(tokens, whole.to)) whole.to++;
  return whole;
}

function isWithinWord(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at]];
  return before !== undefined && before.end === after?.start && isWordPart(before) && isWordPart(after);
}

function isWordPart({ text }: Token): boolean {
  return /[\p{L}\d]|^[-‐]$/u.test(text);
}

const clauseMark = /^(?:[;:—–.!?…[(]|--|\.\.+)$/;

/** Whether a clause or speech begins at the token. A capital that does not mark a name begins a sentence. */
function isStart(tokens: readonly Token[], from: number): boolean {
  const first = tokens[from];
  if (first?.isCapital === true && first.pos !== 'PROPN') return true;
  let at = from - 1;
  while (at >= 0 && tokens[at]?.pos !== 'PUNCT' && isConnective(tokens, at)) at--;
  const mark = tokens[at];
  if (mark === undefined || clauseMark.test(mark.text)) return true;
  if (!isQuotationMark(mark) || tokens[at + 1]?.isCapital !== true) return false;
  return isOpening(tokens, at) || isSentenceEnd(tokens[at - 1]);
}

/**
 * Whether a sentence, clause or speech ends before the token. A phrase may also end elsewhere, but not within a list,
 * or before a speech or bracket that begins there.
 */
function isEnd(tokens: readonly Token[], to: number, isPhrase: boolean): boolean {
  const next = tokens[to];
  if (next === undefined || isSpeechEnd(tokens, to)) return true;
  if (/^[([]$/.test(next.text) || (isQuotationMark(next) && isOpening(tokens, to))) return false;
  if (isPhrase) return !isWithinList(tokens, to);
  return /^[)\]]$/.test(next.text) || clauseMark.test(next.text);
}

/** The `and` or `or` of a list must be among this many words after the first word of a member. */
const longestMember = 8;

/**
 * Whether the token continues a list whose members all begin in the same way: `his ship` before `, his hat and his
 * way`, `with a lamp` before `, a rope and a knife`, `of lamps` before `, keys and ropes`.
 */
function isWithinList(tokens: readonly Token[], to: number): boolean {
  if (tokens[to]?.text !== ',') return false;
  const kind = nameStart(tokens[to + 1]);
  if (kind === undefined) return false;
  const rest = tokens.slice(to + 2, to + 2 + longestMember);
  const joint = rest.findIndex(({ lower }) => lower === 'and' || lower === 'or');
  if (joint < (kind === 'noun' ? 0 : 1) || nameStart(rest[joint + 1]) !== kind) return false;
  return isMember(tokens.slice(Math.max(0, to - 4), to), kind);
}

type Start = 'owner' | 'article' | 'noun';

/** How a member of a list begins: with a possessive, an article, or the noun itself. */
function nameStart(token: Token | undefined): Start | undefined {
  if (token === undefined) return undefined;
  if (/^(?:my|your|his|her|its|our|their)$/.test(token.lower)) return 'owner';
  if (/^(?:an?|the)$/.test(token.lower)) return 'article';
  return token.pos === 'NOUN' || token.pos === 'PROPN' ? 'noun' : undefined;
}

/**
 * Whether the words end with a member that begins in this way. A member without a possessive must follow a preposition:
 * in `N, a tall man, a lawyer and a drunk`, each part explains N by itself.
 */
function isMember(words: readonly Token[], kind: Start): boolean {
  const at = words.findLastIndex((word) => nameStart(word) === kind);
  if (at === -1 || kind === 'owner') return at !== -1;
  const isLast = kind === 'article' || at === words.length - 1;
  return isLast && words[at - 1]?.pos === 'ADP';
}

/** Whether a sentence or a speech ends before the token, as in `…,” said N`. */
function isSpeechEnd(tokens: readonly Token[], to: number): boolean {
  const last = tokens.slice(Math.max(0, to - 2), to).findLast(({ text }) => !/^["“”’']$/.test(text));
  if (isSentenceEnd(last)) return true;
  const mark = tokens[to]?.text === ',' ? to + 1 : to;
  const isParted = mark > to || last?.text === ',';
  return isParted && tokens[mark] !== undefined && isQuotationMark(tokens[mark]) && !isOpening(tokens, mark);
}

function isQuotationMark({ text }: Token): boolean {
  return /^["“”]$/.test(text);
}

/** Whether the mark opens a speech. A straight mark does so if it touches the word after it. */
function isOpening(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at];
  return mark?.text === '“' || (mark?.text === '"' && mark.end === tokens[at + 1]?.start);
}

function isSentenceEnd(token: Token | undefined): boolean {
  return /^(?:[.!?…]|\.\.+)$/.test(token?.text ?? '');
}
