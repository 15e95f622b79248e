// Chapters: divides a plain text at its headings.

import { divideIntoParagraphs } from '../corpus/split-body.ts';
import { type Heading, isTitleParagraph, parseHeading } from './parse-heading.ts';

export interface Chapter {
  readonly title: string;
  /** The text under the heading, without the heading. */
  readonly body: string;
}

interface FoundChapters {
  /** Empty when the text has no headings. */
  readonly chapters: readonly Chapter[];
  /** Words that were left out: a title page before the first heading, a table of contents. */
  readonly skippedWords: number;
}

interface Mark {
  readonly at: number;
  readonly heading: Heading;
}

interface Section {
  readonly heading: Heading;
  readonly paragraphs: readonly string[];
}

const fewestNumerals = 3;
const shortestNumeralChapter = 500;
/** A contents page has a title line under a heading at most; anything longer is text and stays. */
const contentsWords = 12;
/** A paragraph before the first heading with this many words is prose, not a title page. */
const proseParagraphWords = 15;
const longestTitle = 200;

/** Chapters in order, each titled with the part it stands in. */
export function findChapters(text: string): FoundChapters {
  const paragraphs = divideIntoParagraphs(text)
    .map((span) => text.slice(span.start, span.end).replace(/\s+$/u, ''))
    .filter((paragraph) => paragraph.trim() !== '');
  const marks = chooseMarks(paragraphs);
  const first = marks[0];
  if (first === undefined) return { chapters: [], skippedWords: 0 };
  const front = paragraphs.slice(0, first.at);
  const all = cutSections(paragraphs, marks);
  const sections = dropContents(all);
  const dropped = all.filter((section) => !sections.includes(section));
  const droppedWords = countWords(
    dropped.flatMap(({ heading, paragraphs: body }) => [heading.text, ...body]),
  );
  const chapters = titleChapters(sections);
  if (chapters.length === 0) return { chapters: [], skippedWords: 0 };
  const isProse = front.some((paragraph) => paragraph.split(/\s+/u).length >= proseParagraphWords);
  if (isProse)
    return {
      chapters: [{ title: 'Front matter', body: front.join('\n\n') }, ...chapters],
      skippedWords: droppedWords,
    };
  return { chapters, skippedWords: countWords(front) + droppedWords };
}

function countWords(paragraphs: readonly string[]): number {
  return paragraphs.join(' ').split(/\s+/u).filter(Boolean).length;
}

function chooseMarks(paragraphs: readonly string[]): readonly Mark[] {
  const markdown = chooseMarkdown(paragraphs);
  if (markdown.length > 0) return markdown;
  const marks = paragraphs.flatMap((paragraph, at) => {
    const heading = parseHeading(paragraph);
    return heading === undefined ? [] : [{ at, heading }];
  });
  const numbered = marks.filter(({ heading }) => heading.level === 'chapter' && heading.number !== undefined);
  const chapters = marks.filter(({ heading }) => heading.level !== 'numeral');
  if (numbered.length >= 2) return chapters;
  const numerals = chooseNumerals(
    marks.filter(({ heading }) => heading.level === 'numeral'),
    paragraphs,
  );
  if (numerals.length > 0) {
    const chosen = new Set([...numerals, ...chapters]);
    return marks.filter((mark) => chosen.has(mark));
  }
  return chapters.length >= 2 ? chapters : [];
}

/** Roman or Arabic numerals, whichever make the longer series: a lone 1 in a book of romans is not its chapter one. */
function chooseNumerals(marks: readonly Mark[], paragraphs: readonly string[]): readonly Mark[] {
  const isRoman = ({ heading }: Mark) => /^[IVXLC]/u.test(heading.text);
  const roman = chooseSeries(marks.filter(isRoman), paragraphs);
  const arabic = chooseSeries(
    marks.filter((mark) => !isRoman(mark)),
    paragraphs,
  );
  return roman.length >= arabic.length ? roman : arabic;
}

/** Numerals that count upwards from 1, with text enough between them to be chapters and not a list. */
function chooseSeries(marks: readonly Mark[], paragraphs: readonly string[]): readonly Mark[] {
  let expected = 1;
  const counted = marks.filter(({ heading }) => {
    if (heading.number !== expected && heading.number !== 1) return false;
    expected = (heading.number ?? 0) + 1;
    return true;
  });
  if (counted.length < fewestNumerals) return [];
  const lengths = counted
    .map(({ at }, index) => {
      const next = counted[index + 1]?.at ?? paragraphs.length;
      return paragraphs.slice(at + 1, next).join('').length;
    })
    .toSorted((left, right) => left - right);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median >= shortestNumeralChapter ? counted : [];
}

/** Markdown's own headings, where a text has at least two of a level; the level above holds parts. */
function chooseMarkdown(paragraphs: readonly string[]): readonly Mark[] {
  const found = paragraphs.flatMap((paragraph, at) => {
    const groups = /^(?<marks>#{1,3})\s+(?<text>[^\n]+?)\s*#*$/u.exec(paragraph)?.groups;
    return groups === undefined
      ? []
      : [{ at, depth: groups['marks']?.length ?? 1, text: groups['text'] ?? '' }];
  });
  const depths = [1, 2, 3].filter((depth) => found.filter((heading) => heading.depth === depth).length >= 2);
  const chapterDepth = depths.slice(0, 2).at(-1);
  if (chapterDepth === undefined) return [];
  return found
    .filter(({ depth }) => depth === chapterDepth || depths.slice(0, 2).includes(depth))
    .map(({ at, depth, text }) => {
      const level = depth === chapterDepth ? 'chapter' : 'part';
      return { at, heading: { level, text, number: undefined, hasTitle: true } };
    });
}

function cutSections(paragraphs: readonly string[], marks: readonly Mark[]): readonly Section[] {
  return marks.map(({ at, heading }, index) => ({
    heading,
    paragraphs: paragraphs.slice(at + 1, marks[index + 1]?.at ?? paragraphs.length),
  }));
}

/** Leaves out the lines of a table of contents: chapters without text that come again later. */
function dropContents(sections: readonly Section[]): readonly Section[] {
  return sections.filter((section, at) => {
    if (countWords(section.paragraphs) >= contentsWords) return true;
    const key = buildKey(section.heading);
    const later = sections.slice(at + 1).find((other) => buildKey(other.heading) === key);
    return later === undefined || (section.heading.level === 'part' && section.paragraphs.length > 0);
  });
}

function buildKey(heading: Heading): string {
  return heading.number === undefined
    ? `${heading.level} ${heading.text.toLowerCase()}`
    : `${heading.level} ${heading.number}`;
}

function titleChapters(sections: readonly Section[]): readonly Chapter[] {
  const chapters: Chapter[] = [];
  let part: string | undefined;
  for (const section of sections) {
    const { title, body } = readTitle(section);
    if (section.heading.level === 'part') part = title;
    if (body.trim() === '') continue;
    const parts = section.heading.level === 'part' || part === undefined ? [title] : [part, title];
    chapters.push({ title: parts.join(' · ').slice(0, longestTitle), body });
  }
  return chapters;
}

function readTitle(section: Section): Chapter {
  const { heading, paragraphs } = section;
  const [first, ...rest] = paragraphs;
  const isNamedBelow = !heading.hasTitle && first !== undefined && isTitleParagraph(first);
  const canTakeTitle = isNamedBelow && (rest.length > 0 || heading.level === 'part');
  if (!canTakeTitle) return { title: heading.text, body: paragraphs.join('\n\n') };
  const label = heading.text.replace(/[.:—–-]+$/u, '');
  return { title: `${label}: ${first.trim()}`, body: rest.join('\n\n') };
}
