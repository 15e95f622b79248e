// Imports a Markdown text: its headings divide it, its marks are taken away.

import type { Block, DividedBook, LeftOut, ReadBook } from './book.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import { divideByHeadings } from './divide-by-headings.ts';
import { findOnlyChapter } from './find-chapters.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { largestText, warnOfEncoding } from './import-text.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { readTextLines } from './read-text-lines.ts';
import { refuseHuge } from './read-whole.ts';
import { divideByLength, writeBook } from './write-book.ts';

/** Makes a corpus of the file. Throws `UsageError` for a file that holds no text; nothing is left behind then. */
export function importMarkdown(target: ImportTarget): ImportReport {
  return writeBook(target, 'markdown', readMarkdownBook(target));
}

/** What the file holds, divided but not yet written. */
export function readMarkdownBook({ path, title }: ImportSource): ReadBook {
  refuseHuge(path, largestText);
  const { encoding, lines } = readTextLines(path);
  const page = parseMarkdown(lines);
  const divided = divideBlocks(page.blocks, page.title ?? title);
  return {
    ...divided,
    leftOut: [...page.leftOut, ...divided.leftOut],
    bookTitle: page.title,
    author: page.author,
    encoding,
    apart: [],
    warnings: [...warnOfEncoding(encoding), ...warnOfPictures(page.pictures), ...divided.warnings],
  };
}

interface DividedBlocks extends DividedBook {
  readonly warnings: readonly string[];
}

/** By the headings that are marked, else by those that read like one, else by length; Gutenberg's print is cut first. */
export function divideBlocks(blocks: readonly Block[], title: string): DividedBlocks {
  const cut = cutGutenberg(blocks);
  const several = divideByHeadings(cut.blocks);
  const found = several.chapters.length > 0 ? several : findOnlyChapter(cut.blocks);
  const join = (leftOut: readonly LeftOut[]) => [...cut.leftOut, ...leftOut];
  if (found.chapters.length > 0) return { ...found, leftOut: join(found.leftOut), warnings: [] };
  const paragraphs = cut.blocks.map(({ text }) => text).filter((text) => text !== '');
  const divided = divideByLength(paragraphs, title);
  return { chapters: divided.chapters, headingWords: 0, leftOut: join([]), warnings: [divided.warning] };
}

export function warnOfPictures(pictures: number): readonly string[] {
  if (pictures === 0) return [];
  return [pictures === 1 ? 'A picture was left out.' : `${pictures} pictures were left out.`];
}
