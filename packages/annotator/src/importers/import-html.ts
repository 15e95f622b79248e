// Imports a page of HTML: a story saved from the web, or exported by a word processor.

import { readFileSync } from 'node:fs';
import type { ReadBook } from './book.ts';
import { divideBlocks, warnOfPictures } from './import-markdown.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { refuseHuge } from './import-text.ts';
import { decodeMarkup } from './markup/decode-markup.ts';
import { readMarkup } from './markup/read-markup.ts';
import { writeBook } from './write-book.ts';

/** A page is held whole while it is read, and its text beside it: as much as a page of an EPUB may have. */
const largestPage = {
  megabytes: 64,
  todo: 'Divide it, or convert it to EPUB or plain text, with Calibre or pandoc for instance.',
};

/** Makes a corpus of the file. Throws `UsageError` for a page without text; nothing is left behind then. */
export function importHtml(target: ImportTarget): ImportReport {
  return writeBook(target, 'html', readHtmlBook(target));
}

/** What the page holds, divided but not yet written. */
export function readHtmlBook({ path, title }: ImportSource): ReadBook {
  refuseHuge(path, largestPage);
  const markup = decodeMarkup(readFileSync(path));
  const page = readMarkup(markup.text);
  const divided = divideBlocks(page.blocks, page.title ?? title);
  return {
    ...divided,
    leftOut: [...page.leftOut, ...divided.leftOut],
    bookTitle: page.title,
    author: page.author,
    encoding: markup.encoding,
    warnings: [...warnOfPictures(page.pictures), ...divided.warnings],
  };
}
