// Finds the title of a story in the common beginning of its threads' titles.

import { isCommonWord } from '../reader/lexicon.ts';
import { parseHeading } from './parse-heading.ts';

/** At least this share of the titles must begin alike; the others may be interludes, notes or renamed threads. */
const leastShare = 0.75;
const mostWords = 12;
const shortest = 2;

/** What may follow the story's title: a number, a sign that sets the rest apart, or nothing. */
const restPattern = /^(?:\s*$|\s*[:·|—–,;/([#]|\s+-\s|\s*#?\d|\s+[IVXLC]+(?![\p{L}\p{N}]))/u;
const separator = /[:·|—–,;/([#]|\s-\s/u;
/** Words that number threads, but never the chapters of a book. */
const threadWords = /^(?:thread|pt|page|no)\.?$/iu;

/** Returns undefined if too few titles begin alike, or if they share only a word such as `Chapter` or `Day`. */
export function findCommonTitle(titles: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  let all = 0;
  for (const title of titles) {
    const clean = title.replace(/\s+/gu, ' ').trim();
    if (clean === '') continue;
    all += 1;
    for (const start of listStarts(clean)) counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  if (all < 2) return undefined;
  const shared = [...counts].filter(([start, count]) => count >= all * leastShare && isTitle(start));
  const [longest] = shared.map(([start]) => start).sort((one, other) => other.length - one.length);
  return longest;
}

/** The beginnings of a title that may be the title of the story, because something may follow them. */
function listStarts(title: string): ReadonlySet<string> {
  const starts = new Set<string>();
  const words = [...title.matchAll(/[^\s:·|—–,;/([#]+/gu)].slice(0, mostWords);
  for (const { index, 0: word } of words) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    const end = index + word.length;
    const rest = title.slice(end);
    if (restPattern.test(rest) || isHeadingWord(rest)) starts.add(title.slice(0, end));
  }
  return starts;
}

/**
 * Whether the text can be a title. It cannot if it is a heading (`3`), the first word of a heading (`Chapter`), a text
 * that ends in either of these, or a single ordinary word.
 */
export function isTitle(start: string): boolean {
  const last = start.split(separator).at(-1)?.trim() ?? '';
  const words = last.split(' ');
  if (start.length < shortest || !/\p{L}/u.test(last) || parseHeading(last) !== undefined) return false;
  if (isHeadingWord(words.at(-1) ?? '')) return false;
  return start.includes(' ') || !isCommonWord(start.toLowerCase());
}

/** Whether the text begins like a heading, such as `Chapter` or `Chapter 3: Rain`. */
function isHeadingWord(text: string): boolean {
  const [first = ''] = text.trim().split(' ', 1);
  return threadWords.test(first) || (/^\p{L}/u.test(first) && parseHeading(`${first} 1`) !== undefined);
}
