// Cuts off what Project Gutenberg adds before and after a book.

import { type Block, type LeftOut, sumWords } from './book.ts';

const startMarks: readonly RegExp[] = [
  /^[ \t]*\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*(?:\n[^\n*]*\*{3})?/imu,
  /^[ \t]*\*END\*?\s*THE SMALL PRINT[^\n]*/imu,
];
const endMarks: readonly RegExp[] = [
  /^[ \t]*\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG/imu,
  /^[ \t]*End of (?:the |this )?Project Gutenberg/imu,
];
/** Credits between the mark and the book. */
const creditLine =
  /^\s*(?:Produced by|E-?text prepared by|This (?:e-?text|ebook) was (?:prepared|produced) by)\b/iu;

export interface CutBook {
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
}

/** Returns just the book; unchanged when there are no marks. */
export function cutGutenberg(blocks: readonly Block[]): CutBook {
  const start = findMark(blocks, startMarks);
  const body = start === undefined ? blocks : stripCredits(listBlocksAfter(blocks, start));
  const end = findMark(body, endMarks);
  if (start === undefined && end === undefined) return { blocks, leftOut: [] };
  const book = end === undefined ? body : listBlocksBefore(body, end);
  const words = sumBlocks(blocks) - sumBlocks(book);
  return { blocks: book, leftOut: [{ what: 'what Project Gutenberg prints around a book', words }] };
}

interface FoundMark {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Finds a mark, trying each kind over the whole text before the next. */
function findMark(blocks: readonly Block[], marks: readonly RegExp[]): FoundMark | undefined {
  for (const mark of marks) {
    for (const [at, { text }] of blocks.entries()) {
      if (!/gutenberg|small print/iu.test(text)) continue;
      const match = mark.exec(text);
      if (match !== null) return { at, start: match.index, end: match.index + match[0].length };
    }
  }
  return undefined;
}

function listBlocksAfter(blocks: readonly Block[], mark: FoundMark): readonly Block[] {
  const text = blocks[mark.at]?.text.slice(mark.end).trim() ?? '';
  const rest = blocks.slice(mark.at + 1);
  return text === '' ? rest : [{ text }, ...rest];
}

function listBlocksBefore(blocks: readonly Block[], mark: FoundMark): readonly Block[] {
  const block = blocks[mark.at];
  const before = blocks.slice(0, mark.at);
  const text = block?.text.slice(0, mark.start).trim() ?? '';
  return block === undefined || text === '' ? before : [...before, { ...block, text }];
}

function stripCredits(blocks: readonly Block[]): readonly Block[] {
  const first = blocks.findIndex(({ text }) => text.trim() !== '');
  return creditLine.test(blocks[first]?.text ?? '') ? blocks.slice(first + 1) : blocks;
}

function sumBlocks(blocks: readonly Block[]): number {
  return sumWords(blocks.map(({ text }) => text));
}
