// Divides a text whose headings are marked as such, by Markdown or HTML, into parts and chapters.

import {
  type Block,
  type Chapter,
  contentsName,
  type DividedBook,
  emptyHeadings,
  joinTitle,
  type LeftOut,
  sumWords,
} from './book.ts';
import { parseHeading } from './parse-heading.ts';
import { isContentsSection, splitFront } from './split-front.ts';
import { splitIntoChapters } from './split-into-chapters.ts';

/** Headings of a level are chapters, and those below them sections, when half of them have this many words first. */
const ownWords = 100;
const fewestChapters = 2;

interface Section {
  readonly heading: Block;
  readonly depth: number;
  readonly blocks: readonly Block[];
}

/** Where no level has two headings, chapters are looked for as in plain text; none may be found. */
export function splitByHeadings(blocks: readonly Block[]): DividedBook {
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

/** The depth whose headings are chapters: from the highest that occurs twice down, as long as those are parts. */
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

/** A new section begins at each heading that is not deeper than the chapters. */
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

/** Titles of parts stand before those of their chapters; a lone highest heading is the title of the book. */
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
