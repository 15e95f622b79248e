// Tagged text: words of a sentence with their parts of speech and where they stand.

import { createRequire } from 'node:module';
import type winkModel from 'wink-eng-lite-web-model';
import type winkNlp from 'wink-nlp';
import type { WinkMethods } from 'wink-nlp';

export interface Token {
  /** As it stands in the text. */
  readonly text: string;
  readonly lower: string;
  /** Universal part-of-speech tag, such as `NOUN`, `PROPN`, `VERB`, `PUNCT`. */
  readonly pos: string;
  /** Offsets in the tagged text. */
  readonly start: number;
  readonly end: number;
  /** Begins with a capital letter. */
  readonly isCapital: boolean;
  /** Stands where any word would be capitalised: sentence, quotation or line start, after a colon or dash. */
  readonly isInitial: boolean;
}

/** The tagger's time grows faster than its text; pieces of this many characters keep the whole linear. */
const maxPieceLength = 1_500;

/** An unbroken run this long is an address or noise, no word, and would slow the tagger down. */
const noWord = /[^ ]{60,}/g;

const load = createRequire(import.meta.url);
let tagger: WinkMethods | undefined;

/** Loaded when the first text is tagged: four megabytes of words, which most commands never need. */
function openTagger(): WinkMethods {
  if (tagger !== undefined) return tagger;
  const nlp = load('wink-nlp') as typeof winkNlp;
  tagger = nlp(load('wink-eng-lite-web-model') as typeof winkModel, ['pos']);
  return tagger;
}

/** Words of a text in order. Linear in the text's length; never throws. */
export function tagText(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length; ) {
    const end = computePieceEnd(text, start);
    tagPiece(text, { start, end }, tokens);
    start = end;
  }
  return tokens;
}

function computePieceEnd(text: string, start: number): number {
  const limit = start + maxPieceLength;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit);
  return space > start + maxPieceLength / 2 ? space : limit;
}

function tagPiece(text: string, piece: { start: number; end: number }, tokens: Token[]): void {
  // Same length as the original, so that offsets hold; the tagger knows only straight apostrophes and plain blanks.
  const plain = text
    .slice(piece.start, piece.end)
    .replace(/[\s_*]/g, ' ')
    .replace(/[’‘]/g, "'")
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
      lower: value.toLowerCase(),
      pos: tags[index] ?? 'X',
      start,
      end: start + value.length,
      isCapital: /^\p{Lu}/u.test(value),
      isInitial: isInitialPosition(text, start, tokens),
    });
  });
}

/** Whether no word stands before the token on its line: `> [ ] Tell him` and `2. Wait` begin with a verb, not a name. */
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
