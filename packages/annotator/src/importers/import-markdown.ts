// Imports a Markdown text: its headings divide it, its marks are taken away.

import type { Block, DividedBook, LeftOut, ReadBook } from './book.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { largestText, listEncodingWarnings } from './import-text.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { readTextLines } from './read-text-lines.ts';
import { refuseHuge } from './read-whole.ts';
import { splitByHeadings } from './split-by-headings.ts';
import { splitOnlyChapter } from './split-into-chapters.ts';
import { splitByLength, writeBook } from './write-book.ts';

/** Makes a corpus of the file. Throws `UsageError` for a file that holds no text; nothing is left behind then. */
export function importMarkdown(target: ImportTarget): ImportReport {
  return writeBook(target, 'markdown', readMarkdownBook(target));
}

/** What the file holds, divided but not yet written. */
export function readMarkdownBook({ path, title }: ImportSource): ReadBook {
  refuseHuge(path, largestText);
  const { encoding, lines } = readTextLines(path);
  const page = parseMarkdown(lines);
  const divided = splitBlocks(page.blocks, page.title ?? title);
  return {
    ...divided,
    leftOut: [...page.leftOut, ...divided.leftOut],
    bookTitle: page.title,
    author: page.author,
    encoding,
    apart: [],
    warnings: [...listEncodingWarnings(encoding), ...listPictureWarnings(page.pictures), ...divided.warnings],
  };
}

interface DividedBlocks extends DividedBook {
  readonly warnings: readonly string[];
}

/** By the headings that are marked, else by those that read like one, else by length; Gutenberg's print is cut first. */
export function splitBlocks(blocks: readonly Block[], title: string): DividedBlocks {
  const cut = cutGutenberg(blocks);
  const several = splitByHeadings(cut.blocks);
  const found = several.chapters.length > 0 ? several : splitOnlyChapter(cut.blocks);
  const join = (leftOut: readonly LeftOut[]) => [...cut.leftOut, ...leftOut];
  if (found.chapters.length > 0) return { ...found, leftOut: join(found.leftOut), warnings: [] };
  const paragraphs = cut.blocks.map(({ text }) => text).filter((text) => text !== '');
  const divided = splitByLength(paragraphs, title);
  return { chapters: divided.chapters, headingWords: 0, leftOut: join([]), warnings: [divided.warning] };
}

export function listPictureWarnings(pictures: number): readonly string[] {
  if (pictures === 0) return [];
  return [pictures === 1 ? 'A picture was left out.' : `${pictures} pictures were left out.`];
}
