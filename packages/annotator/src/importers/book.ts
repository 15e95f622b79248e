// Book: a file of prose as importers read it, before it is divided into posts.

/** A paragraph, a heading, or the place of a picture, without white space at its ends. */
export interface Block {
  readonly text: string;
  /** 1 to 6 for a heading, from the highest level down. */
  readonly depth?: number | undefined;
  /** Ids by which links in a table of contents point to the beginning of this block. */
  readonly targets?: readonly string[] | undefined;
  /** Whether the block consists mostly of links, like a line of a table of contents. */
  readonly isLinked?: boolean | undefined;
}

/** A chapter, which becomes a thread. */
export interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** How many words of the file are in no post, and why. */
export interface LeftOut {
  /** The words as a report names them: "a table of contents" in "12 words left out: a table of contents". */
  readonly what: string;
  readonly words: number;
}

/** Kinds of text outside the story that are kept, although no model reads them. */
export type ApartKind =
  | 'summary'
  | 'note'
  | 'end-note'
  | 'footnote'
  | 'hidden-line'
  | 'about'
  | 'matter'
  | 'log';

export interface Apart {
  readonly kind: ApartKind;
  /** The last heading before the text; undefined if no heading precedes it. */
  readonly under: string | undefined;
  /** The paragraphs, separated by blank lines. */
  readonly text: string;
}

/** Chapters, and counts of the words that are in none of them. */
export interface DividedBook {
  readonly chapters: readonly Chapter[];
  /** The number of words in headings that became titles. */
  readonly headingWords: number;
  readonly leftOut: readonly LeftOut[];
}

export interface ReadBook extends DividedBook {
  /** The title that is stated in the book itself. */
  readonly bookTitle?: string | undefined;
  readonly author?: string | undefined;
  readonly encoding: string;
  readonly apart: readonly Apart[];
  /** The site or program from which the pages come, if known. */
  readonly site?: string | undefined;
  readonly warnings: readonly string[];
}

/** The text that stands for a line across the page, which marks a change of scene. */
export const sceneBreak = '* * *';

/** What reports call a list of chapters that was left out. */
export const contentsName = 'a table of contents';

/** What reports call headings with nothing under them. */
export const emptyHeadings = 'headings without text';

const longestTitle = 200;

const character = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const anyCharacter = new RegExp(character, 'v');
const eachCharacter = new RegExp(character, 'gv');
const eachWord = new RegExp(String.raw`${character}|[[\p{L}\p{N}]--${character}]+`, 'gv');

/** Counts words: runs of characters other than white space; in Chinese and Japanese, each character is a word. */
export function countWords(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(/\S+/gu))
    words += anyCharacter.test(run) ? [...run.matchAll(eachWord)].length : 1;
  return words;
}

/** Counts the characters of a text that are Chinese or Japanese. */
export function countCharacters(text: string): number {
  return [...text.matchAll(eachCharacter)].length;
}

export function sumWords(texts: Iterable<string>): number {
  let words = 0;
  for (const text of texts) words += countWords(text);
  return words;
}

/** The title of a chapter, with its volume and part. */
export function joinTitle(titles: readonly string[]): string {
  const title = titles
    .map((part) => part.slice(0, 1_000))
    .join(' · ')
    .replace(/\s+/gu, ' ')
    .trim();
  return title.length <= longestTitle
    ? title
    : `${[...title.slice(0, longestTitle - 1)].slice(0, -1).join('')}…`;
}

/** Adds up the words that were left out, by reason. */
export function mergeLeftOut(parts: readonly LeftOut[]): readonly LeftOut[] {
  const sums = new Map<string, number>();
  for (const { what, words } of parts) sums.set(what, (sums.get(what) ?? 0) + words);
  return [...sums].filter(([, words]) => words > 0).map(([what, words]) => ({ what, words }));
}

/** How many texts of a kind are kept apart, and how many words they have. */
export interface ApartCount {
  readonly kind: ApartKind;
  readonly count: number;
  readonly words: number;
}

/** Counts for each kind, in the order in which the kinds first occur. */
export function countApart(apart: readonly Apart[]): readonly ApartCount[] {
  return [...Map.groupBy(apart, ({ kind }) => kind)].map(([kind, ones]) => ({
    kind,
    count: ones.length,
    words: sumWords(ones.map(({ text }) => text)),
  }));
}
