// Normalises a text for comparing quotes, and keeps the offset that each normalised character has in the text.

import { listKanaReadings } from './list-kana-readings.ts';

/** A folded text. The character at `i` stands for the part of the original text from `starts[i]` to `ends[i]`. */
export interface FoldedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const folds: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
};
const signs = /[\s‘’‚‛“”„‟‐‑‒–—―−-]+/gu;

/**
 * Turns a run of white space into one space, typographic quotes into straight ones, and a run of dashes into one
 * hyphen; leaves out the readings of Japanese words, as they are rarely quoted. Only the part between `from` and `to`
 * is folded, but offsets count from the beginning of the whole text.
 */
export function normaliseQuote(text: string, from = 0, to = text.length): FoldedText {
  const part = text.slice(from, to);
  const starts = new Int32Array(part.length);
  const ends = new Int32Array(part.length);
  let folded = '';
  const append = (piece: string, start: number, end: number): void => {
    starts[folded.length] = start;
    ends[folded.length] = end;
    folded += piece;
  };
  const foldStretch = (stretch: number, to: number): void => {
    let plain = stretch;
    for (const match of part.slice(stretch, to).matchAll(signs)) {
      const at = stretch + match.index;
      folded = copyPlain(part, { plain, to: at, from }, { folded, starts, ends });
      normaliseRun(match[0], from + at, append);
      plain = at + match[0].length;
    }
    folded = copyPlain(part, { plain, to, from }, { folded, starts, ends });
  };
  let at = 0;
  for (const reading of listKanaReadings(part)) {
    foldStretch(at, reading.start);
    foldStretch(reading.base, reading.bracket);
    at = reading.end;
  }
  foldStretch(at, part.length);
  return { text: folded, starts: starts.subarray(0, folded.length), ends: ends.subarray(0, folded.length) };
}

interface PlainPart {
  readonly plain: number;
  readonly to: number;
  readonly from: number;
}

function copyPlain(
  part: string,
  range: PlainPart,
  into: { folded: string } & Omit<FoldedText, 'text'>,
): string {
  const offset = into.folded.length;
  for (let at = range.plain; at < range.to; at += 1) {
    into.starts[offset + at - range.plain] = range.from + at;
    into.ends[offset + at - range.plain] = range.from + at + 1;
  }
  return into.folded + part.slice(range.plain, range.to);
}

function normaliseRun(
  run: string,
  offset: number,
  append: (piece: string, start: number, end: number) => void,
): void {
  for (let at = 0; at < run.length; ) {
    const piece = normaliseCharacter(run[at] ?? '');
    let end = at + 1;
    while (end < run.length && piece !== "'" && piece !== '"' && normaliseCharacter(run[end] ?? '') === piece)
      end += 1;
    append(piece, offset + at, offset + end);
    at = end;
  }
}

function normaliseCharacter(character: string): string {
  if (character === '-') return '-';
  return folds[character] ?? (character.trim() === '' ? ' ' : character);
}
