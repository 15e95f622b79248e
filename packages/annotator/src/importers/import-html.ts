// Imports a page of HTML: a story saved from the web, or exported by a word processor.

import { readFileSync } from 'node:fs';
import type { ReadBook } from './book.ts';
import { divideBlocks, warnOfPictures } from './import-markdown.ts';
import type { ImportReport, ImportTarget } from './import-report.ts';
import { refuseHuge } from './import-text.ts';
import { decodeMarkup } from './markup/decode-markup.ts';
import { readMarkup } from './markup/read-markup.ts';
import { writeBook } from './write-book.ts';

/** Makes a corpus of the file. Throws `UsageError` for a page without text; nothing is left behind then. */
export function importHtml(target: ImportTarget): ImportReport {
  refuseHuge(target.path);
  return writeBook(target, 'html', readBook(target));
}

function readBook({ path, title }: ImportTarget): ReadBook {
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
