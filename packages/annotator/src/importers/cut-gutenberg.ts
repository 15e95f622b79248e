// Cuts off what Project Gutenberg adds before and after a book, and reads title and author from these additions.

import { type Block, joinTitle, type LeftOut, sumWords } from './book.ts';

const startMarks: readonly RegExp[] = [
  /^[ \t]*\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*(?:\n[^\n*]*\*{3})?/imu,
  /^[ \t]*\*END\*?\s*THE SMALL PRINT[^\n]*/imu,
];
const endMarks: readonly RegExp[] = [
  /^[ \t]*\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG/imu,
  /^[ \t]*End of (?:the |this )?Project Gutenberg/imu,
];
/** Matches credits between the mark and the book, which say who made the file. */
const creditLine =
  /^\s*(?:Produced by|E-?text prepared by|This (?:e-?text|ebook) was (?:prepared|produced) by)\b/iu;
/** The beginning of a file that still has its header, although the mark below the header was removed. */
const headerStart = /^\s*(?:The )?Project Gutenberg(?:[’']s)?\b/iu;
const headerField =
  /^(?:Title|Author|Editor|Translator|Illustrator|(?:Release|Posting) date|Language|Character set encoding|Credits|Produced by|Original publication)\s*:/imu;
/** No header has more paragraphs. */
const longestHeader = 40;

export interface CutBook {
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
  readonly title?: string | undefined;
  readonly author?: string | undefined;
}

/** Returns the book without Gutenberg's text; if there are neither marks nor a header, returns all blocks. */
export function cutGutenberg(blocks: readonly Block[]): CutBook {
  const start = findMark(blocks, startMarks) ?? findHeaderEnd(blocks);
  const body = start === undefined ? blocks : stripCredits(listBlocksAfter(blocks, start));
  const end = findMark(body, endMarks);
  if (start === undefined && end === undefined) return { blocks, leftOut: [] };
  const book = end === undefined ? body : listBlocksBefore(body, end);
  const words = sumBlocks(blocks) - sumBlocks(book);
  const header = start === undefined ? [] : blocks.slice(0, start.at + 1);
  return {
    blocks: book,
    leftOut: [{ what: 'what Project Gutenberg prints around a book', words }],
    title: readField(header, /^Title:(?<value>.*(?:\n[ \t]+\S.*)*)/mu),
    author: readField(header, /^Author:(?<value>.*(?:\n[ \t]+\S.*)*)/mu),
  };
}

/** The end of the last field of a header whose mark is missing. */
function findHeaderEnd(blocks: readonly Block[]): FoundMark | undefined {
  const first = blocks.find(({ text }) => text.trim() !== '');
  if (first === undefined || !headerStart.test(first.text)) return undefined;
  const at = blocks.slice(0, longestHeader).findLastIndex(({ text }) => headerField.test(text));
  const end = blocks[at]?.text.length;
  return end === undefined ? undefined : { at, start: 0, end };
}

/** Reads the value of a field; a long value continues in indented lines. */
function readField(header: readonly Block[], field: RegExp): string | undefined {
  for (const { text } of header) {
    const value = field.exec(text)?.groups?.['value']?.trim();
    if (value !== undefined && value !== '') return joinTitle([value]);
  }
  return undefined;
}

interface FoundMark {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Searches the whole text for the first kind of mark, then for the next kind. */
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
