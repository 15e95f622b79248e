// Sorts the text before the first chapter: keeps prose, leaves out title pages and tables of contents.

import { type Block, type Chapter, contentsName, type LeftOut, sumWords } from './book.ts';

interface SettledFront {
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
}

/** What reports call a title page that was left out. */
export const titlePage = 'a title page';

/** A paragraph with at least this many words is prose, not part of a title page. */
const proseWords = 15;
const fewestLinks = 3;
const contentsHeading =
  /^(?:(?:table of )?contents|inhalt|inhaltsverzeichnis|table des matières|sommaire|índice|indice|sommario)\.?$/iu;

export function splitFront(blocks: readonly Block[]): SettledFront {
  const isList = isContents(blocks) || countLinked(blocks) >= fewestLinks;
  const listed = blocks.filter((block) => (isList && block.isLinked === true) || isContentsHeading(block));
  const rest = blocks.filter((block) => block.text !== '' && !listed.includes(block)).map(({ text }) => text);
  const leftOut = [{ what: contentsName, words: sumWords(listed.map(({ text }) => text)) }];
  const isProse = rest.some((text) => text.split(/\s+/u).length >= proseWords);
  if (isProse) return { chapters: [{ title: 'Front matter', paragraphs: rest }], leftOut };
  return { chapters: [], leftOut: [...leftOut, { what: titlePage, words: sumWords(rest) }] };
}

/** Whether a page or a chapter consists mostly of links to other pages. */
export function isContents(blocks: readonly Block[]): boolean {
  const words = sumWords(blocks.map(({ text }) => text));
  const linked = sumWords(blocks.filter(({ isLinked }) => isLinked).map(({ text }) => text));
  return countLinked(blocks) >= fewestLinks && linked > words * 0.7;
}

/** Whether a section consists only of links, and its heading announces a list of chapters; the list may be short. */
export function isContentsSection(heading: Block, blocks: readonly Block[]): boolean {
  const filled = blocks.filter(({ text }) => text !== '');
  return isContentsHeading(heading) && filled.length > 0 && filled.every(({ isLinked }) => isLinked === true);
}

/** Counts the lines that are links; a table of links is a single block with many lines. */
function countLinked(blocks: readonly Block[]): number {
  return blocks
    .filter((block) => block.isLinked === true)
    .reduce((lines, { text }) => lines + text.split('\n').length, 0);
}

export function isContentsHeading(block: Block): boolean {
  return contentsHeading.test(block.text.trim());
}
