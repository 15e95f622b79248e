// Tags the words of a sentence with their parts of speech and their positions.

import { createRequire } from 'node:module';
import type winkModel from 'wink-eng-lite-web-model';
import type winkNlp from 'wink-nlp';
import type { WinkMethods } from 'wink-nlp';
import { isEnglish, isListed } from './lexicon.ts';

export interface Token {
  readonly text: string;
  readonly lower: string;
  /** Universal part-of-speech tag, such as `NOUN`, `PROPN`, `VERB`, `PUNCT`. */
  readonly pos: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
  /**
   * Whether any word would have a capital here: at the start of a sentence, quotation or line, or after a colon or
   * dash.
   */
  readonly isInitial: boolean;
}

/**
 * The tagger's time grows faster than its text. With pieces of at most this many characters, the whole time is linear.
 */
const maxPieceLength = 1_500;

/**
 * A run of at least 60 characters without a blank is a web address or noise, and not a word. It would slow the tagger
 * down.
 */
const noWord = /[^ ]{60,}/g;

const load = createRequire(import.meta.url);
let tagger: WinkMethods | undefined;

/**
 * The tagger is loaded when the first text is tagged: its data takes four megabytes, and most commands do not need it.
 */
function openTagger(): WinkMethods {
  if (tagger !== undefined) return tagger;
  const nlp = load('wink-nlp') as typeof winkNlp;
  tagger = nlp(load('wink-eng-lite-web-model') as typeof winkModel, ['pos']);
  return tagger;
}

/** Latin letters outside of Latin-1: the tagger would split a word at such a letter. */
const foreignLetter = /[\u0100-\u024f\u1e00-\u1eff]/g;
const strokedLetters: Readonly<Record<string, string>> = {
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ı: 'i',
};

/** The letter without accents and strokes, of the same length. */
function stripMarks(letter: string): string {
  return strokedLetters[letter] ?? letter.normalize('NFD').charAt(0);
}

/** The words of a text in order. Takes time in proportion to the length of the text; never throws. */
export function tagText(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length; ) {
    const end = computePieceEnd(text, start);
    tagPiece(text, { start, end }, tokens);
    start = end;
  }
  return joinHyphenNames(text, joinShortTitles(text, splitOwners(tokens)));
}

const withOwner = /^\p{L}.*(?=['’]s$)/u;
const pronounBefore = /^(?:it|he|she|that|this|there|here|what|who|where|how|let|everybody|nobody|one)$/;

/**
 * Splits `husband’s` into `husband` and `’s`. The tagger remembers earlier texts, so it treats such a form sometimes
 * as one word and sometimes as two.
 */
function splitOwners(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const [owner] = withOwner.exec(token.text) ?? [];
    if (owner === undefined) return [token];
    const at = token.start + owner.length;
    const lower = token.lower.slice(0, owner.length);
    const isPronoun = pronounBefore.test(lower);
    const noun = token.isCapital ? 'PROPN' : 'NOUN';
    const mark = token.text.slice(owner.length);
    return [
      { ...token, text: owner, lower, pos: isPronoun ? 'PRON' : noun, end: at },
      {
        text: mark,
        lower: token.lower.slice(owner.length),
        pos: isPronoun ? 'AUX' : 'PART',
        start: at,
        end: token.end,
        isCapital: false,
        isInitial: false,
      },
    ];
  });
}

/** After the full stop of one of these titles, the tagger assumes the end of a sentence. */
const shortTitle = /^(?:mlle|mdlle|mme|mons|messrs|lieut|rev|sergt|brig|maj|insp|supt)$/;

/** Joins a short title with its full stop, as in `Mlle. Linon`, so that the next word does not begin a sentence. */
function joinShortTitles(text: string, tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const [stop, next] = tokens.slice(index + 1, index + 3);
    if (token === undefined) continue;
    if (!token.isCapital || !shortTitle.test(token.lower) || stop?.text !== '.' || next?.isCapital !== true) {
      joined.push(token);
      continue;
    }
    const whole = text.slice(token.start, stop.end);
    joined.push({ ...token, text: whole, lower: whole.toLowerCase(), end: stop.end });
    joined.push({ ...next, isInitial: false });
    index += 2;
  }
  return joined;
}

/** Joins names that the tagger splits at a hyphen, such as `O-Tar` and `So-yeon`. */
function joinHyphenNames(text: string, tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const rest = tokens[index + 2];
    if (token === undefined) continue;
    if (rest === undefined || !isHyphenName(token, tokens[index + 1], rest)) {
      joined.push(token);
      continue;
    }
    const whole = text.slice(token.start, rest.end);
    joined.push({ ...token, text: whole, lower: whole.toLowerCase(), pos: 'PROPN', end: rest.end });
    index += 2;
  }
  return joined;
}

/**
 * True if a hyphen joins a single capital to a name or number, or a function word or interjection to a word that is not
 * English.
 */
function isHyphenName(token: Token, hyphen: Token | undefined, rest: Token): boolean {
  if (!token.isCapital || hyphen === undefined || !/^[-‐]$/.test(hyphen.text)) return false;
  if (token.end !== hyphen.start || hyphen.end !== rest.start) return false;
  if (token.text.length === 1) return /^[\p{Lu}\d]/u.test(rest.text);
  const isSmallWord = isListed('functionWords', token.lower) || isListed('interjections', token.lower);
  return isSmallWord && /^\p{Ll}{2,}$/u.test(rest.text) && !isEnglish(rest.lower);
}

function computePieceEnd(text: string, start: number): number {
  const limit = start + maxPieceLength;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit);
  return space > start + maxPieceLength / 2 ? space : limit;
}

/** Matches a word that begins with a capital, or has one after the particle of a name: `d’Artagnan`. */
const capital = /^(?:[dl]['’])?\p{Lu}/u;

function tagPiece(text: string, piece: { start: number; end: number }, tokens: Token[]): void {
  // The text for the tagger, which recognises only straight apostrophes and plain blanks. It has the same length, so
  // offsets stay right.
  const plain = text
    .slice(piece.start, piece.end)
    .replace(/[\s_*]/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(foreignLetter, (letter) => stripMarks(letter))
    .replace(noWord, (run) => ' '.repeat(run.length));
  const nlp = openTagger();
  const words = nlp.readDoc(plain).tokens();
  const values = words.out(nlp.its.value) as readonly string[];
  const tags = words.out(nlp.its.pos) as readonly string[];
  let from = 0;
  values.forEach((value, index) => {
    const at = plain.indexOf(value, from);
    if (at < 0) return;
    from = at + value.length;
    const start = piece.start + at;
    const original = text.slice(start, start + value.length);
    tokens.push({
      text: original,
      lower: original.replace(/[’‘]/g, "'").toLowerCase(),
      pos: tags[index] ?? 'X',
      start,
      end: start + value.length,
      isCapital: capital.test(original),
      isInitial: isInitialPosition(text, start, tokens),
    });
  });
}

/**
 * Whether no word comes before the token on its line: `> [ ] Tell him` and `2. Wait` begin with a verb, and not with a
 * name.
 */
function isLineStart(text: string, start: number, tokens: readonly Token[]): boolean {
  let after = start;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token === undefined || text.slice(token.end, after).includes('\n')) return true;
    if (/\p{L}/u.test(token.text)) return false;
    after = token.start;
  }
  return true;
}

const opensAlways = /^(?:[“‘"'([{:!?…—–~>|•.]|--|\.\.+)$/;
const closesQuote = /^[”’)\]]$/;
const endsSentence = /^(?:[!?….]|\.\.+)$/;

function isInitialPosition(text: string, start: number, tokens: readonly Token[]): boolean {
  const previous = tokens.at(-1);
  if (previous === undefined || isLineStart(text, start, tokens)) return true;
  if (closesQuote.test(previous.text)) return endsSentence.test(tokens.at(-2)?.text ?? '.');
  return opensAlways.test(previous.text);
}
