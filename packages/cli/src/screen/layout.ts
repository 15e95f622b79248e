// Lays text out in the columns of a terminal: wraps it, cuts it to a width, and sets pairs in columns.

import { measureCharacter, measureWidth, resetMark } from './style.ts';

export interface Block {
  /** How many columns the text may take, indent included. */
  readonly width: number;
  readonly indent?: string;
  /** Printed before the first line instead of the indent. */
  readonly first?: string;
}

/** Breaks the text into lines of at most `width` columns, between words. A word that is too long is divided. */
export function wrapText(text: string, { width, indent = '', first = indent }: Block): string[] {
  const room = Math.max(8, width - measureWidth(indent));
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const { piece, glue } of listPieces(text, room)) {
    if (!isEmpty && measureWidth(line) + glue.length + measureWidth(piece) > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? piece : glue + piece;
    isEmpty = false;
  }
  return isEmpty && first.trim() === '' ? lines : [...lines, line];
}

/**
 * Splits the text into words, and long words into pieces. `glue` is put before a piece that is not the first
 * on its line.
 */
function listPieces(text: string, room: number): readonly { piece: string; glue: string }[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.flatMap((word) =>
    splitWord(word, room).map((piece, at) => ({ piece, glue: at === 0 ? ' ' : '' })),
  );
}

function splitWord(word: string, width: number): string[] {
  if (measureWidth(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (measureWidth(piece) + measureCharacter(character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Cuts the text to one line of at most `width` columns; an ellipsis marks the cut. */
export function cutText(text: string, width: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (measureWidth(line) <= width) return line;
  let cut = '';
  let columns = 0;
  for (const character of line) {
    columns += measureCharacter(character);
    if (columns > width - 1) break;
    cut += character;
  }
  return `${trimPartOfWord(cut, line).trimEnd()}${resetMark}…`;
}

/** Moves the end of a cut back to a word boundary, unless much of the text would be lost. */
function trimPartOfWord(cut: string, line: string): string {
  if (/^\s/u.test(line.slice(cut.length))) return cut;
  const end = cut.lastIndexOf(' ');
  return end > cut.length * leastKept ? cut.slice(0, end) : cut;
}

const leastKept = 0.7;

/** Cuts the text to one line of at most `width` columns: its beginning and its end, with an ellipsis between them. */
export function cutMiddle(text: string, width: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (measureWidth(line) <= width) return line;
  const characters = [...line];
  const cutToRoom = (from: readonly string[], room: number): readonly string[] => {
    let columns = 0;
    const end = from.findIndex((character) => {
      columns += measureCharacter(character);
      return columns > room;
    });
    return end === -1 ? from : from.slice(0, end);
  };
  const head = cutToRoom(characters, Math.ceil((width - 1) / 2));
  const tail = cutToRoom(characters.toReversed(), width - 1 - Math.ceil((width - 1) / 2)).toReversed();
  return `${head.join('').trimEnd()}${resetMark}…${tail.join('').trimStart()}`;
}

/** The text filled with blanks to `width` columns. */
export function toWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)));
}

/** A line of the second column would hold hardly a word if the column were narrower than this. */
const leastColumn = 20;

/**
 * Rows of two columns, the first as wide as its widest text. In a narrow window the text of the second column
 * is printed below the first.
 */
export function renderPairs(pairs: readonly (readonly [string, string])[], width: number): string[] {
  const label = Math.max(0, ...pairs.map(([name]) => measureWidth(name)));
  if (width - label - 4 < leastColumn) {
    return pairs.flatMap(([name, value]) => wrapText(value, { width, indent: '    ', first: `  ${name}  ` }));
  }
  return pairs.flatMap(([name, value]) =>
    wrapText(value, { width, indent: ' '.repeat(label + 4), first: `  ${toWidth(name, label)}  ` }),
  );
}
