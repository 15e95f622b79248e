// Finds a quote in a text word for word; blanks, emphasis, and the shapes of quotation marks and dashes may differ.

import { decodeXml } from '@terrarium/kernel/foreign-text';

export interface Span {
  readonly start: number;
  readonly end: number;
}

const leastLetters = 12;

/** The span of the quote in the text; undefined if it is not there, or is too short to identify one place. */
export function findQuote(text: FoldedText, quote: string): Span | undefined {
  // A model is shown the text escaped, and may quote it in this form.
  const wanted = [quote, decodeXml(quote)].map((one) => foldText(one).folded.trim());
  const found = wanted.find((one) => one.length >= leastLetters && text.folded.includes(one));
  if (found === undefined) return undefined;
  const at = text.folded.indexOf(found);
  const start = text.places[at] ?? 0;
  const last = text.places[at + found.length - 1] ?? start;
  return { start, end: last + 1 };
}

/**
 * A text in the form in which quotes are compared with it, and the position of each of its characters in the original.
 */
export interface FoldedText {
  readonly folded: string;
  readonly places: readonly number[];
}

const alike: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '.',
  '\u00a0': ' ',
};
/** Marks of Markdown: emphasis, code, the bars of tables and the sign before a quoted line. */
const leftOut = /[*_`|>\\]/u;

export function foldText(text: string): FoldedText {
  let folded = '';
  const places: number[] = [];
  let last = ' ';
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] ?? '';
    if (leftOut.test(character)) continue;
    const one = /\s/u.test(character) ? ' ' : (alike[character] ?? toLower(character));
    // Several blanks in a row become one blank, and the three dots of an ellipsis one dot.
    if (one === last && ' .'.includes(one)) continue;
    last = one;
    folded += one;
    places.push(place);
  }
  return { folded, places };
}

/** A character whose lower case is longer is kept as it is, so that positions stay the same. */
function toLower(character: string): string {
  const small = character.toLowerCase();
  return small.length === character.length ? small : character;
}
