// Imports a Markdown text: splits it at its headings and strips its marks.

import {
  type Block,
  type Chapter,
  contentsName,
  type DividedBook,
  emptyHeadings,
  joinTitle,
  type LeftOut,
  type ReadBook,
  sumWords,
} from './book.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import { isTitle } from './find-common-title.ts';
import type { ImportReport, ImportSource, ImportTarget } from './import-report.ts';
import { largestText, listEncodingWarnings } from './import-text.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { parseHeading } from './parse-heading.ts';
import { readTextLines, refuseHuge } from './read-whole.ts';
import { isContentsHeading, isContentsSection, splitFront } from './split-front.ts';
import { splitIntoChapters, splitOnlyChapter } from './split-into-chapters.ts';
import { splitByLength, writeBook } from './write-book.ts';

/** Makes a corpus of the file. Throws `UsageError` if the file has no text; nothing is left behind in that case. */
export function importMarkdown(target: ImportTarget): ImportReport {
  return writeBook(target, 'markdown', readMarkdownBook(target));
}

export function readMarkdownBook({ path, title }: ImportSource): ReadBook {
  refuseHuge(path, largestText);
  const { encoding, lines } = readTextLines(path);
  const page = parseMarkdown(lines);
  const cut = cutGutenberg(page.blocks);
  const bookTitle = page.title ?? cut.title ?? findTitleHeading(cut.blocks);
  const divided = splitBlocks(page.blocks, bookTitle ?? title);
  return {
    ...divided,
    leftOut: [...page.leftOut, ...divided.leftOut],
    bookTitle,
    author: page.author ?? cut.author,
    encoding,
    apart: [],
    warnings: [...listEncodingWarnings(encoding), ...listPictureWarnings(page.pictures), ...divided.warnings],
  };
}

/**
 * The first heading, if it can be the title of the text: no other heading may be as high, and it may not be the name
 * of a chapter or of a table of contents, or a single plain word with no heading below it.
 */
function findTitleHeading(blocks: readonly Block[]): string | undefined {
  const [first, ...others] = blocks.filter(({ depth }) => depth !== undefined);
  if (first === undefined || parseHeading(first.text) !== undefined || isContentsHeading(first))
    return undefined;
  if (others.length === 0 && !isTitle(first.text)) return undefined;
  const isHighest = others.every(({ depth = 0 }) => depth > (first.depth ?? 0));
  return isHighest ? joinTitle([first.text]) : undefined;
}

interface DividedBlocks extends DividedBook {
  readonly warnings: readonly string[];
}

/**
 * Cuts off Project Gutenberg's text. Splits the rest at marked headings; if there are none, at lines that read like
 * headings; if there are none of these either, by length.
 */
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

/**
 * If at least half of the headings of a level have this many words before a deeper heading, these headings begin
 * chapters.
 */
const ownWords = 100;
const fewestChapters = 2;

interface Section {
  readonly heading: Block;
  readonly depth: number;
  readonly blocks: readonly Block[];
}

/**
 * Splits at the level of the chapters. If no level has two headings, looks for chapters as in plain text, and may find
 * none.
 */
function splitByHeadings(blocks: readonly Block[]): DividedBook {
  const chapterDepth = chooseDepth(blocks);
  if (chapterDepth === undefined) return splitIntoChapters(blocks.map(({ text }) => text));
  const { front, sections } = cutSections(blocks, chapterDepth);
  const settled = splitFront(front);
  const lists = sections.filter(({ heading, blocks: below }) => isContentsSection(heading, below));
  const titled = buildChapters(
    sections.filter(({ heading, blocks: below }) => !isContentsSection(heading, below)),
    chapterDepth,
  );
  const words = sumBlocks(lists.flatMap(({ heading, blocks: below }) => [heading, ...below]));
  return {
    ...titled,
    chapters: [...settled.chapters, ...titled.chapters],
    leftOut: [...settled.leftOut, { what: contentsName, words }, ...titled.leftOut],
  };
}

function chooseDepth(blocks: readonly Block[]): number | undefined {
  const depths = [1, 2, 3, 4, 5, 6].filter(
    (depth) => blocks.filter((block) => block.depth === depth).length >= fewestChapters,
  );
  const chosen = depths.findIndex((depth, at) => !isPartDepth(blocks, depth, depths[at + 1]));
  return depths[chosen];
}

function isPartDepth(blocks: readonly Block[], depth: number, next: number | undefined): boolean {
  if (next === undefined) return false;
  const isOf = (levelDepth: number, isPart: boolean) => {
    const titles = blocks.filter((block) => block.depth === levelDepth).map(({ text }) => parseHeading(text));
    const named = titles.filter((title) => title !== undefined && (title.level === 'part') === isPart);
    return named.length * 2 > titles.length;
  };
  if (isOf(depth, false)) return false;
  if (isOf(depth, true) || isOf(next, false)) return true;
  const words = cutSections(blocks, 6)
    .sections.filter((section) => section.depth === depth)
    .map((section) => sumBlocks(section.blocks));
  return words.filter((count) => count >= ownWords).length * 2 < words.length;
}

/** Begins a new section at each heading that is not deeper than the chapters. */
function cutSections(
  blocks: readonly Block[],
  chapterDepth: number,
): { readonly front: readonly Block[]; readonly sections: readonly Section[] } {
  const front: Block[] = [];
  const sections: { heading: Block; depth: number; blocks: Block[] }[] = [];
  for (const block of blocks) {
    if (block.depth !== undefined && block.depth <= chapterDepth) {
      sections.push({ heading: block, depth: block.depth, blocks: [] });
    } else {
      (sections.at(-1)?.blocks ?? front).push(block);
    }
  }
  return { front, sections };
}

/**
 * Puts the titles of parts before the titles of their chapters. A single heading at the top is the title of the book.
 */
function buildChapters(sections: readonly Section[], chapterDepth: number): DividedBook {
  const chapters: Chapter[] = [];
  const leftOut: LeftOut[] = [];
  const above: Section[] = [];
  let headingWords = 0;
  for (const [at, section] of sections.entries()) {
    while ((above.at(-1)?.depth ?? 0) >= section.depth) above.pop();
    const isBookTitle = at === 0 && isLone(sections, section);
    const titles = [...above, section].map(({ heading }) => heading.text);
    const paragraphs = section.blocks.map(({ text }) => text).filter((text) => text !== '');
    const words = sumBlocks([section.heading]);
    const isEmpty = paragraphs.length === 0 && section.depth === chapterDepth;
    if (isEmpty) leftOut.push({ what: emptyHeadings, words });
    else headingWords += words;
    if (isBookTitle) {
      const settled = splitFront(section.blocks);
      chapters.push(...settled.chapters);
      leftOut.push(...settled.leftOut);
      continue;
    }
    if (section.depth < chapterDepth) above.push(section);
    if (paragraphs.length > 0) chapters.push({ title: joinTitle(titles), paragraphs });
  }
  return { chapters, headingWords, leftOut };
}

function isLone(sections: readonly Section[], section: Section): boolean {
  const isNamed = parseHeading(section.heading.text) !== undefined;
  return !isNamed && sections.filter(({ depth }) => depth <= section.depth).length === 1;
}

function sumBlocks(blocks: readonly Block[]): number {
  return sumWords(blocks.map(({ text }) => text));
}
