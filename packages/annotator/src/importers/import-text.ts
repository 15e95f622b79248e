// Imports a plain text: splits it at lines that read like headings.

import type { DividedBook, ReadBook } from './book.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import type { TextEncoding } from './decode-text.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { type LargestSource, readTextLines, refuseHuge } from './read-whole.ts';
import { fanficfare } from './sites/choose-page-rules.ts';
import { readFanficfareText } from './sites/read-fanficfare-text.ts';
import { isContentsHeading, titlePage } from './split-front.ts';
import { splitIntoChapters, splitOnlyChapter } from './split-into-chapters.ts';
import { splitOffHeadings } from './split-off-headings.ts';
import { splitByLength, writeBook } from './write-book.ts';

/** Reading the largest text takes half a gigabyte of memory. */
export const largestText: LargestSource = {
  megabytes: 256,
  todo: 'Divide it, or convert it to JSON lines, which may be of any size.',
};

/** Makes a corpus of the file. Throws `UsageError` if the file has no text; nothing is left behind in that case. */
export function importText(target: ImportTarget): ImportReport {
  return writeBook(target, 'text', readTextBook(target));
}

export function listEncodingWarnings(encoding: TextEncoding): readonly string[] {
  if (encoding.startsWith('utf-')) return [];
  const [name, what] =
    encoding === 'windows-1252'
      ? ['Windows Latin-1', 'accented letters and quotes']
      : [encoding, 'a few sentences'];
  return [`The file is not UTF-8; it was read as ${name}. Check ${what}.`];
}

export function readTextBook({ path, title }: ImportSource): ReadBook {
  refuseHuge(path, largestText);
  const { encoding, lines } = readTextLines(path);
  const gathered = collectParagraphs(lines);
  const known = readFanficfareText(gathered);
  if (known !== undefined)
    return { ...known, site: fanficfare.name, encoding, warnings: listEncodingWarnings(encoding) };
  const cut = cutGutenberg(gathered.map((text) => ({ text })));
  const paragraphs = splitOffHeadings(cut.blocks.map(({ text }) => text));
  const several = splitIntoChapters(paragraphs);
  const found =
    several.chapters.length > 0 ? several : splitOnlyChapter(paragraphs.map((text) => ({ text })));
  const warnings = [...listEncodingWarnings(encoding)];
  if (found.chapters.length > 0) {
    const leftOut = [...cut.leftOut, ...found.leftOut];
    const bookTitle = cut.title ?? findTitleLine(paragraphs, found);
    return { ...found, bookTitle, author: cut.author, leftOut, encoding, apart: [], warnings };
  }
  const divided = splitByLength(paragraphs, title);
  return {
    chapters: divided.chapters,
    headingWords: 0,
    leftOut: cut.leftOut,
    bookTitle: cut.title,
    author: cut.author,
    encoding,
    apart: [],
    warnings: [...warnings, divided.warning],
  };
}

const longestTitleLine = 80;
/** A title begins with a capital, or in a script without capitals with a letter. */
const titleLine = /^["“‘'’「『]?[\p{Lu}\p{Lo}].*[\p{L}\p{N})!?"”’）！？」』]$/u;
const authorLine = /^(?:作者|作家|著者|原作|著|作|지은이|글)\s*[:：]/u;

/** The first line of a title page, which is otherwise left out of the story. */
function findTitleLine(paragraphs: readonly string[], { leftOut }: DividedBook): string | undefined {
  if (!leftOut.some(({ what, words }) => what === titlePage && words > 0)) return undefined;
  const line = paragraphs[0]?.split('\n')[0]?.trim() ?? '';
  const isTitle = line.length <= longestTitleLine && titleLine.test(line) && !authorLine.test(line);
  return isTitle && !isContentsHeading({ text: line }) ? line : undefined;
}

/** Splits at blank lines; if a text has hardly any blank lines, each line is a paragraph. */
function collectParagraphs(lines: Iterable<string>): readonly string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let filled = 0;
  let blank = 0;
  const close = () => {
    if (open.length > 0) paragraphs.push(open.join('\n').trimEnd());
    open = [];
  };
  for (const line of lines) {
    if (line.trim() === '') {
      blank += 1;
      close();
    } else {
      filled += 1;
      open.push(line);
    }
  }
  close();
  return blank * 10 < filled ? paragraphs.flatMap((paragraph) => paragraph.split('\n')) : paragraphs;
}
