// Counts the words in the pages of a file, before the importer divides, cuts or leaves out anything.

import { readFileSync } from 'node:fs';
import { type Apart, type Block, type LeftOut, sumWords } from '../src/importers/book.ts';
import { openZip } from '../src/importers/epub/open-zip.ts';
import { readContents } from '../src/importers/epub/read-contents.ts';
import { readPackage } from '../src/importers/epub/read-package.ts';
import { parseMarkdown } from '../src/importers/markdown/parse-markdown.ts';
import { decodeMarkup } from '../src/importers/markup/decode-markup.ts';
import { readMarkup } from '../src/importers/markup/read-markup.ts';
import { readTextLines } from '../src/importers/read-whole.ts';

/**
 * A link of a table of contents may lead into the middle of a word, which then counts as two words. `most` allows for
 * this at every link.
 */
interface WordCount {
  readonly fewest: number;
  readonly most: number;
}

export function countBookWords(path: string, kind: 'text' | 'markdown' | 'html' | 'epub'): WordCount {
  if (kind === 'epub') return countEpubWords(path);
  const words = countPlainWords(path, kind);
  return { fewest: words, most: words };
}

function countPlainWords(path: string, kind: 'text' | 'markdown' | 'html'): number {
  if (kind === 'text') return sumWords(readTextLines(path).lines);
  return sumPage(
    kind === 'html'
      ? readMarkup(decodeMarkup(readFileSync(path)).text)
      : parseMarkdown(readTextLines(path).lines),
  );
}

function countEpubWords(path: string): WordCount {
  const zip = openZip(path);
  try {
    const book = readPackage(path, zip);
    const pages = new Set(book.spine.map((item) => item.path));
    const bytes = [...pages].map((page) => zip.findEntry(page)).filter((entry) => entry !== undefined);
    const words = bytes.map((entry) => sumPage(readMarkup(decodeMarkup(entry).text)));
    const fewest = words.reduce((sum, count) => sum + count, 0);
    return { fewest, most: fewest + readContents(zip, book).length };
  } finally {
    zip.close();
  }
}

interface ReadPage {
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
  readonly apart?: readonly Apart[];
}

function sumPage(page: ReadPage): number {
  const left = page.leftOut.reduce((sum, { words }) => sum + words, 0);
  return sumWords([...page.blocks, ...(page.apart ?? [])].map(({ text }) => text)) + left;
}
