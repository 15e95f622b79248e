// Imports a page of HTML: a story saved from the web, or exported by a word processor.

import { type Block, joinTitle, type ReadBook, sumWords } from './book.ts';
import { listPictureWarnings, splitBlocks } from './import-markdown.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { decodeMarkup } from './markup/decode-markup.ts';
import { type MarkupPage, readMarkup } from './markup/read-markup.ts';
import { readWhole } from './read-whole.ts';
import { writeBook } from './write-book.ts';

/** The same limit as for a page of an EPUB: the page and its text are in memory at the same time. */
const largestPage = {
  megabytes: 64,
  todo: 'Divide it, or convert it to EPUB or plain text, with Calibre or pandoc for instance.',
};

/** Makes a corpus of the file. Throws `UsageError` if the page has no text; nothing is left behind in that case. */
export function importHtml(target: ImportTarget): ImportReport {
  return writeBook(target, 'html', readHtmlBook(target));
}

/** If fewer words are left, the text that was taken for readers' comments may be the story. */
const leastWords = 50;

/**
 * Reads the page without readers' comments and without what the site puts around the story. If hardly anything is left
 * and the site is unknown, reads the whole page.
 */
function readStory(markup: string): MarkupPage {
  const page = readMarkup(markup, { hidesTalk: true });
  const words = sumWords([...page.blocks, ...page.apart].map(({ text }) => text));
  return words < leastWords && page.rules.name === '' ? readMarkup(markup) : page;
}

/** The contents of the page, divided but not yet written. */
export function readHtmlBook({ path, title }: ImportSource): ReadBook {
  const markup = decodeMarkup(readWhole(path, largestPage));
  const page = readStory(markup.text);
  const names = page.rules.pageTitle?.exec(page.title ?? '')?.groups;
  const chapter = names?.['chapter'];
  const divided =
    chapter === undefined ? splitBlocks(page.blocks, page.title ?? title) : buildWhole(page.blocks, chapter);
  return {
    ...divided,
    leftOut: [...page.leftOut, ...divided.leftOut],
    apart: page.apart.map((one) => ({ ...one, under: one.under ?? chapter })),
    bookTitle: names?.['book'] ?? page.title,
    author: page.author ?? names?.['author'],
    site: page.rules.name || undefined,
    encoding: markup.encoding,
    warnings: [...listPictureWarnings(page.pictures), ...divided.warnings],
  };
}

/** Makes one chapter of the page, whatever headings it has. */
function buildWhole(blocks: readonly Block[], title: string): ReturnType<typeof splitBlocks> {
  const paragraphs = blocks.map(({ text }) => text).filter((text) => text !== '');
  return {
    chapters: [{ title: joinTitle([title]), paragraphs }],
    headingWords: 0,
    leftOut: [],
    warnings: [],
  };
}
