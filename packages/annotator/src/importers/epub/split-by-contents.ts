// Splits the text of a book at the places to which its table of contents links.

import {
  type Block,
  type Chapter,
  contentsName,
  countWords,
  type DividedBook,
  joinTitle,
  sumWords,
} from '../book.ts';
import { parseHeading } from '../parse-heading.ts';
import { isContents, splitFront } from '../split-front.ts';
import type { ContentsEntry } from './read-contents.ts';

/**
 * A chapter with this many words before its first section becomes one thread together with its sections. A chapter with
 * fewer words counts as a part.
 */
const ownWords = 200;
/** How many blocks at the beginning of a chapter may repeat its title, apart from the first block. */
const mostTitleBlocks = 4;

/** Titles of pages that publishers and collectors put around a story, as a table of contents lists them. */
const matter: readonly (readonly [RegExp, string])[] = [
  [/^(?:title|title page)$/iu, 'a title page'],
  [/^(?:table of )?contents$/iu, contentsName],
  [/^(?:copyright|copyright page|colophon|imprint)$/iu, 'a notice of copyright'],
  [
    /^(?:about|about (?:the|this) (?:author|publisher|book|ebook|story))$/iu,
    'a page about the book or its author',
  ],
  [/^(?:recommendations?|also by|(?:also|other books|more) by .{1,60}|advertisements?)$/iu, 'advertising'],
];
/** A longer page may be story, whatever its title is. */
const longestMatter = 200;

interface OpenChapter {
  readonly entry: ContentsEntry;
  readonly blocks: Block[];
  words: number;
}

/** Chapters in reading order; each of `entries` must lead to a target of some block. */
export function splitByContents(blocks: readonly Block[], entries: readonly ContentsEntry[]): DividedBook {
  const byTarget = Map.groupBy(entries, (entry) => entry.target);
  const front: Block[] = [];
  const opened: OpenChapter[] = [];
  for (const block of blocks) {
    const starting = (block.targets ?? []).flatMap((target) => byTarget.get(target) ?? []);
    for (const entry of starting) openChapter(opened, entry);
    const chapter = opened.at(-1);
    (chapter?.blocks ?? front).push(block);
    if (chapter !== undefined) chapter.words += countWords(block.text);
  }
  const settled = splitFront(front);
  const closed = opened.map((chapter) => closeChapter(chapter));
  return {
    chapters: [...settled.chapters, ...closed.flatMap(({ chapters }) => chapters)],
    headingWords: closed.reduce((sum, { headingWords }) => sum + headingWords, 0),
    leftOut: [...settled.leftOut, ...closed.flatMap(({ leftOut }) => leftOut)],
  };
}

function openChapter(opened: OpenChapter[], entry: ContentsEntry): void {
  const last = opened.at(-1);
  if (last !== undefined && isSection(last, entry)) return;
  opened.push({ entry, blocks: [], words: 0 });
}

/**
 * Whether an entry is a section of the chapter. It is not if the chapter is really a part, with a preface before its
 * own chapters.
 */
function isSection(chapter: OpenChapter, entry: ContentsEntry): boolean {
  const { titles } = chapter.entry;
  const isBelow =
    entry.titles.length > titles.length && titles.every((title, at) => entry.titles[at] === title);
  return isBelow && chapter.words >= ownWords && !isChapterTitle(entry.titles.at(-1) ?? '');
}

function isChapterTitle(title: string): boolean {
  const heading = parseHeading(title);
  return heading !== undefined && heading.level !== 'part';
}

function closeChapter({ entry, blocks }: OpenChapter): DividedBook {
  if (isContents(blocks)) {
    return { chapters: [], headingWords: 0, leftOut: [{ what: contentsName, words: sumBlocks(blocks) }] };
  }
  const words = sumBlocks(blocks);
  const what = words > longestMatter ? undefined : nameMatter(entry.titles.at(-1) ?? '');
  if (what !== undefined) return { chapters: [], headingWords: 0, leftOut: [{ what, words }] };
  const from = countTitleBlocks(entry, blocks);
  const paragraphs = blocks.slice(from).filter(({ text }) => text !== '');
  const chapters: readonly Chapter[] =
    paragraphs.length === 0
      ? []
      : [{ title: joinTitle(entry.titles), paragraphs: paragraphs.map(({ text }) => text) }];
  return { chapters, headingWords: sumBlocks(blocks.slice(0, from)), leftOut: [] };
}

function nameMatter(title: string): string | undefined {
  return matter.find(([pattern]) => pattern.test(title.trim()))?.[1];
}

/** How many blocks at the beginning only repeat the title. */
function countTitleBlocks(entry: ContentsEntry, blocks: readonly Block[]): number {
  const titles = entry.titles.map(normaliseTitle);
  const whole = titles.join(' ');
  let count = 0;
  for (const block of blocks.slice(0, mostTitleBlocks + 1)) {
    const folded = normaliseTitle(block.text);
    const isHeading = block.depth !== undefined && ` ${whole} `.includes(` ${folded} `);
    if (block.text !== '' && !isHeading && !titles.includes(folded)) break;
    count += 1;
  }
  return count;
}

function normaliseTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sumBlocks(blocks: readonly Block[]): number {
  return sumWords(blocks.map(({ text }) => text));
}
