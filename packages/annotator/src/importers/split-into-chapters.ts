// Chapters: divides a plain text at its headings.

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
import { type Heading, isTitleParagraph, parseHeading } from './parse-heading.ts';
import { splitFront } from './split-front.ts';

interface Mark {
  readonly at: number;
  readonly heading: Heading;
}

interface Section {
  readonly heading: Heading;
  readonly paragraphs: readonly string[];
}

const fewestNumerals = 3;
/** If there is also a prologue or an epilogue, this many numerals are enough. */
const fewestNumeralsBeside = 2;
const shortestNumeralChapter = 500;
/** In a table of contents, a section has at most a title under its heading; a section with more words is text. */
const contentsWords = 12;
/** A list of chapters has at least this many lines, and at least `listedShare` of them recur as headings. */
const fewestListed = 3;
/** A longer line is not an item of a list of chapters. */
const longestLine = 300;
const listedShare = 0.6;

/** If a text has a single chapter with more characters, it is divided by length. */
const longestOnlyChapter = 80_000;

/** Chapters in order; each title includes the title of its part. Empty if the text has no headings. */
export function splitIntoChapters(paragraphs: readonly string[]): DividedBook {
  const none = { chapters: [], headingWords: 0, leftOut: [] };
  const marks = chooseMarks(paragraphs);
  const first = marks[0];
  if (first === undefined) return none;
  const all = cutSections(paragraphs, marks);
  const sections = removeContents(all);
  const dropped = all.filter((section) => !sections.includes(section));
  const titled = buildTitledChapters(sections);
  if (titled.chapters.length === 0) return none;
  const front = splitFrontLines(paragraphs.slice(0, first.at), sections);
  const words = dropped.reduce(
    (sum, { heading, paragraphs: body }) => sum + heading.words + sumWords(body),
    0,
  );
  return {
    chapters: [...front.chapters, ...titled.chapters],
    headingWords: titled.headingWords,
    leftOut: [...front.leftOut, ...titled.leftOut, { what: contentsName, words }],
  };
}

/** A text with a single heading, at its beginning, is one chapter, unless it is as long as a book. */
export function splitOnlyChapter(blocks: readonly Block[]): DividedBook {
  const none = { chapters: [], headingWords: 0, leftOut: [] };
  const [first, ...rest] = blocks.filter(({ text }) => text.trim() !== '');
  if (first === undefined || rest.length === 0) return none;
  const heading = parseHeading(first.text);
  const isNamed = heading !== undefined && heading.level !== 'numeral';
  if (!isNamed && first.depth === undefined) return none;
  const paragraphs = rest.map(({ text }) => text);
  if (paragraphs.reduce((sum, { length }) => sum + length, 0) > longestOnlyChapter) return none;
  const marked = {
    level: 'chapter',
    text: first.text,
    number: undefined,
    hasTitle: true,
    isUnspaced: false,
    words: sumWords([first.text]),
  } as const;
  return buildTitledChapters([{ heading: isNamed ? heading : marked, paragraphs }]);
}

/** Recognises a list of chapters before the first chapter: most of its lines recur as headings. */
function splitFrontLines(
  front: readonly string[],
  sections: readonly Section[],
): ReturnType<typeof splitFront> {
  const known = new Set(sections.flatMap(({ heading, paragraphs }) => buildNames(heading, paragraphs[0])));
  const blocks = front.map((text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const listed = lines.filter((line) => known.has(normaliseLine(line)));
    return { text, lines: lines.length, isListed: listed.length >= lines.length * listedShare };
  });
  const lines = blocks.filter(({ isListed }) => isListed).reduce((sum, block) => sum + block.lines, 0);
  const isList = lines >= fewestListed;
  return splitFront(blocks.map(({ text, isListed }) => ({ text, isLinked: isList && isListed })));
}

/** The forms in which a list may name a chapter: its heading, its title, or both. */
function buildNames(heading: Heading, next: string | undefined): readonly string[] {
  const title = next !== undefined && !heading.hasTitle && isTitleParagraph(next) ? next : undefined;
  const names = title === undefined ? [heading.text] : [heading.text, title, `${heading.text} ${title}`];
  return names.map(normaliseLine);
}

/** A line in the form in which it is compared: in small letters, without punctuation and the page number at its end. */
function normaliseLine(line: string): string {
  if (line.length > longestLine) return line;
  return line
    .replace(/(?<![\s._·…])[\s._·…]+\d{1,4}\s*$/u, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function chooseMarks(paragraphs: readonly string[]): readonly Mark[] {
  const marks = paragraphs.flatMap((paragraph, at) => {
    const heading = parseHeading(paragraph);
    return heading === undefined ? [] : [{ at, heading }];
  });
  const numbered = marks.filter(({ heading }) => heading.level === 'chapter' && heading.number !== undefined);
  const chapters = marks.filter(({ heading }) => heading.level !== 'numeral');
  if (numbered.length >= 2) return chapters;
  const numerals = chooseNumerals(
    marks.filter(({ heading }) => heading.level === 'numeral'),
    { paragraphs, fewest: chapters.length > 0 ? fewestNumeralsBeside : fewestNumerals },
  );
  if (numerals.length > 0) {
    const chosen = new Set([...numerals, ...chapters]);
    return marks.filter((mark) => chosen.has(mark));
  }
  return chapters.length >= 2 ? chapters : [];
}

interface SeriesText {
  readonly paragraphs: readonly string[];
  /** At least this many numerals make a series. */
  readonly fewest: number;
}

/** Chooses Roman or Arabic numerals, whichever make the longer series. */
function chooseNumerals(marks: readonly Mark[], within: SeriesText): readonly Mark[] {
  const isRoman = ({ heading }: Mark) => /^[IVXLC]/u.test(heading.text);
  const roman = chooseSeries(marks.filter(isRoman), within);
  const arabic = chooseSeries(
    marks.filter((mark) => !isRoman(mark)),
    within,
  );
  return roman.length >= arabic.length ? roman : arabic;
}

/** Chooses the numerals that count up from 1. If there is too little text between them, they are only a list. */
function chooseSeries(marks: readonly Mark[], { paragraphs, fewest }: SeriesText): readonly Mark[] {
  let expected = 1;
  const counted = marks.filter(({ heading }) => {
    if (heading.number !== expected && heading.number !== 1) return false;
    expected = (heading.number ?? 0) + 1;
    return true;
  });
  if (counted.length < fewest) return [];
  const lengths = counted
    .map(({ at }, index) => {
      const next = counted[index + 1]?.at ?? paragraphs.length;
      return paragraphs.slice(at + 1, next).join('').length;
    })
    .toSorted((left, right) => left - right);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median >= shortestNumeralChapter ? counted : [];
}

function cutSections(paragraphs: readonly string[], marks: readonly Mark[]): readonly Section[] {
  return marks.map(({ at, heading }, index) => ({
    heading,
    paragraphs: paragraphs.slice(at + 1, marks[index + 1]?.at ?? paragraphs.length),
  }));
}

/** Removes lines of a table of contents: chapters that have hardly any text and recur later. */
function removeContents(sections: readonly Section[]): readonly Section[] {
  return sections.filter((section, at) => {
    if (sumWords(section.paragraphs) >= contentsWords) return true;
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

function buildTitledChapters(sections: readonly Section[]): DividedBook {
  const chapters: Chapter[] = [];
  const leftOut: LeftOut[] = [];
  let headingWords = 0;
  let part: string | undefined;
  for (const section of sections) {
    const { title, paragraphs, words } = readTitle(section);
    const isPart = section.heading.level === 'part';
    if (isPart) part = title;
    const isEmpty = paragraphs.length === 0 && !isPart;
    if (isEmpty) leftOut.push({ what: emptyHeadings, words });
    else headingWords += words;
    if (paragraphs.length === 0) continue;
    chapters.push({ title: joinTitle(isPart || part === undefined ? [title] : [part, title]), paragraphs });
  }
  return { chapters, headingWords, leftOut };
}

interface TitledSection extends Chapter {
  /** How many words of the text became the title. */
  readonly words: number;
}

function readTitle({ heading, paragraphs }: Section): TitledSection {
  const [first, ...rest] = paragraphs;
  const isNamedBelow = !heading.hasTitle && first !== undefined && isTitleParagraph(first);
  const canTakeTitle = isNamedBelow && (rest.length > 0 || heading.level === 'part');
  const { words } = heading;
  if (!canTakeTitle) return { title: heading.text, paragraphs, words };
  const label = heading.text.replace(/(?<![.:—–-])[.:—–-]+$/u, '');
  return { title: `${label}: ${first.trim()}`, paragraphs: rest, words: words + sumWords([first]) };
}
