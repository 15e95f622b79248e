// Splits off chapter headings that have no blank lines around them and so stand in one paragraph with other lines.

import { countWords } from './book.ts';
import { type Heading, isTitleParagraph, parseHeading } from './parse-heading.ts';

interface Line {
  readonly text: string;
  /** The paragraph to which the line belongs. */
  readonly paragraph: number;
}

/** A line that may be a heading, or the first line of a heading that is a whole paragraph. */
interface Candidate {
  readonly at: number;
  readonly heading: Heading;
  /** How many words there are from the beginning of this line to the next candidate. */
  readonly words: number;
  /** Whether the whole paragraph is already a heading. */
  readonly isSettled: boolean;
}

/**
 * A heading belongs to a table of contents if fewer words follow before the next heading, and the same heading occurs
 * again later.
 */
const contentsWords = 12;
const fewestInSeries = 2;
/** At most this many chapters of a series may be missing in a row, or have headings that are not recognised. */
const mostMissing = 3;
/** The width of the page is the length that at least this share of the lines do not exceed. */
const widthShare = 0.9;
const mostTitleLines = 2;

/**
 * Makes each heading that stands within a paragraph a paragraph of its own, together with the next line if this is the
 * title. A line is a heading if it has only a chapter's word and number (in Chinese, Japanese or Korean possibly also a
 * title), and belongs to a series of rising numbers.
 */
export function splitOffHeadings(paragraphs: readonly string[]): readonly string[] {
  const lines = paragraphs.flatMap((text, paragraph) =>
    text.split('\n').map((line) => ({ text: line, paragraph })),
  );
  const page = { lines, width: measureWidth(lines) };
  const chosen = new Set(chooseSeries(removeListed(collectCandidates(paragraphs, page))));
  if (chosen.size === 0) return paragraphs;
  return joinLines(page, chosen);
}

interface Page {
  readonly lines: readonly Line[];
  /** How many characters fit on a line of running text. */
  readonly width: number;
}

function measureWidth(lines: readonly Line[]): number {
  const lengths = lines.map(({ text }) => text.length).toSorted((left, right) => left - right);
  return lengths[Math.floor(lengths.length * widthShare)] ?? 0;
}

function collectCandidates(paragraphs: readonly string[], page: Page): readonly Candidate[] {
  const { lines } = page;
  const settled = paragraphs.map((text) => (hasTextBelowTitle(text) ? undefined : parseHeading(text)));
  const found = lines.flatMap(({ text, paragraph }, at) => {
    const whole = settled[paragraph];
    if (whole !== undefined) {
      const isFirst = lines[at - 1]?.paragraph !== paragraph;
      return isFirst && whole.level === 'chapter' ? [{ at, heading: whole, isSettled: true }] : [];
    }
    const heading = parseHeading(text);
    const isCertain = heading?.level === 'chapter' && (!heading.hasTitle || heading.isUnspaced);
    return isCertain && !isWithinSentence(page, at) ? [{ at, heading, isSettled: false }] : [];
  });
  return found.map((one, index) => {
    const end = found[index + 1]?.at ?? lines.length;
    return { ...one, words: lines.slice(one.at, end).reduce((sum, { text }) => sum + countWords(text), 0) };
  });
}

/** Whether the text begins right below a title in capitals. */
function hasTextBelowTitle(paragraph: string): boolean {
  const [first = '', second = '', third] = paragraph.split('\n');
  if (third === undefined || third === third.toUpperCase() || parseHeading(first)?.hasTitle !== false)
    return false;
  return isTitleParagraph(second) && second === second.toUpperCase();
}

/** Whether running text was broken right before this line, or continues after it. */
function isWithinSentence(page: Page, at: number): boolean {
  const before = findNeighbour(page, at, -1);
  const after = findNeighbour(page, at, 1);
  if (after !== undefined && /^\s*\p{Ll}/u.test(after)) return true;
  if (before === undefined || /[.!?…:”"’'»)\]*_—–。！？：」』）】-]$/u.test(before.trimEnd())) return false;
  return !isBrokenOnPurpose(page, at - 1);
}

/** The line right before or after this one, if it belongs to the same paragraph. */
function findNeighbour({ lines }: Page, at: number, step: -1 | 1): string | undefined {
  const neighbour = lines[at + step];
  return neighbour?.paragraph === lines[at]?.paragraph ? neighbour?.text : undefined;
}

/** Whether the first word of the next line would have fitted on this line. */
function isBrokenOnPurpose({ lines, width }: Page, at: number): boolean {
  const [word = ''] = (lines[at + 1]?.text ?? '').trim().split(/\s/u, 1);
  return (lines[at]?.text ?? '').trimEnd().length + 1 + word.length <= width;
}

function removeListed(candidates: readonly Candidate[]): readonly Candidate[] {
  const last = new Map(candidates.map((one, index) => [nameHeading(one.heading), index]));
  return candidates.filter((one, index) => {
    const comesAgain = (last.get(nameHeading(one.heading)) ?? index) > index;
    return one.words >= contentsWords || !comesAgain;
  });
}

function nameHeading({ number, text }: Heading): string {
  return number === undefined ? text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ') : String(number);
}

/**
 * The indexes of the lines whose numbers continue the count; the count may begin again. A number written as a word
 * only needs to be new.
 */
function chooseSeries(candidates: readonly Candidate[]): readonly number[] {
  const named = new Set<string>();
  let last: number | undefined;
  const counted = candidates.filter(({ heading, isSettled }) => {
    const { number } = heading;
    const name = nameHeading(heading);
    const [first] = named;
    if (name === first) named.clear();
    const isNext = number === undefined ? !named.has(name) : isNextNumber(number, last);
    if (!isNext && !isSettled) return false;
    named.add(name);
    last = number ?? last;
    return true;
  });
  const isSeries = counted.length >= fewestInSeries || counted[0]?.at === 0;
  return isSeries ? counted.filter(({ isSettled }) => !isSettled).map(({ at }) => at) : [];
}

function isNextNumber(number: number, last: number | undefined): boolean {
  return last === undefined || number === 1 || (number > last && number - last <= mostMissing);
}

function joinLines(page: Page, chosen: ReadonlySet<number>): readonly string[] {
  const { lines } = page;
  const paragraphs: string[] = [];
  let isOpen = false;
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (chosen.has(at)) {
      const titles = readTitleLines(page, at);
      paragraphs.push(...joinTitle(text, titles));
      at += titles.length;
      isOpen = false;
      continue;
    }
    const isSame = isOpen && lines[at - 1]?.paragraph === lines[at]?.paragraph;
    if (isSame) paragraphs.push(`${paragraphs.pop() ?? ''}\n${text}`);
    else paragraphs.push(text);
    isOpen = true;
  }
  return paragraphs;
}

/**
 * The title below a heading: a short line that is not running text. A second line counts only if both are in capitals.
 */
function readTitleLines(page: Page, at: number): readonly string[] {
  const titles: string[] = [];
  while (titles.length < mostTitleLines) {
    const next = findNeighbour(page, at + titles.length, 1);
    if (next === undefined || !isTitleParagraph(next) || isNumbered(next)) break;
    const isShouted = next === next.toUpperCase();
    const below = at + titles.length + 1;
    const isRunning = findNeighbour(page, below, 1) !== undefined && !isBrokenOnPurpose(page, below);
    if (!isShouted && (titles.length > 0 || isRunning)) break;
    titles.push(next);
    if (!isShouted) break;
  }
  return titles;
}

function isNumbered(line: string): boolean {
  const heading = parseHeading(line);
  return heading !== undefined && (heading.number !== undefined || !heading.hasTitle);
}

/**
 * Joins a heading and its title lines into one paragraph if the parser recognises the result as a heading with a title.
 */
function joinTitle(heading: string, titles: readonly string[]): readonly string[] {
  const together = [heading, ...titles].join('\n');
  if (titles.length === 0 || parseHeading(together)?.hasTitle === true) return [together];
  return [heading, titles.join(' ')];
}
