// Headings: which paragraphs of a plain text name a chapter or a part.

import { sumWords } from './book.ts';
import { headingLanguages } from './heading-words.ts';

export interface Heading {
  /** `part` holds chapters; `numeral` is a bare or numbered line that counts only as one of a series. */
  readonly level: 'part' | 'chapter' | 'numeral';
  /** As it stands in the text, on one line. */
  readonly text: string;
  readonly number: number | undefined;
  /** Whether the heading says more than its word and number. */
  readonly hasTitle: boolean;
  /** Words of the paragraph; ornaments beside the text are some, as they are anywhere. */
  readonly words: number;
}

type Named = Omit<Heading, 'words' | 'text'>;

const longestHeading = 160;
/** With the white space that a heading is set with. */
const longestParagraph = 1_000;
const mostHeadingLines = 3;
const mostTitleWords = 14;

const isEnd = String.raw`(?![\p{L}\p{N}_])`;

/** The patterns of one language. */
interface HeadingPatterns {
  readonly worded: readonly RegExp[];
  readonly alone: RegExp;
  readonly part: RegExp;
}

const languages: readonly HeadingPatterns[] = headingLanguages.map(
  ({ chapters, parts, numbers, ordinals, alone }) => {
    const word = `(?<word>${chapters}|${parts})`;
    const rest = `${isEnd}(?<rest>.*)$`;
    // An `er` or a `º` belongs to the number, as in `Chapitre Ier`.
    const after = String.raw`^${word}\s+(?<number>${numbers})(?:er|ère|º|ª|°)?${rest}`;
    const before = String.raw`^(?<number>${ordinals})\s+${word}${rest}`;
    const worded = ordinals === undefined ? [after] : [after, before];
    return {
      worded: worded.map((pattern) => new RegExp(pattern, 'iu')),
      alone: new RegExp(`^(?:${alone})${rest}`, 'iu'),
      part: new RegExp(`^(?:${parts})$`, 'iu'),
    };
  },
);
const numeral = /^(?<number>\d{1,3}|[IVXLC]{1,9})(?<rest>[.:)—–-].*|)$/u;
const roman = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/iu;
const separated = /^\s*[.:)—–-]+(?![.:)—–-])\s*(?<title>(?:\S.*)?)$/su;

/** The heading a paragraph is, if it is one. */
export function parseHeading(paragraph: string): Heading | undefined {
  const lines = paragraph.trim().split('\n');
  if (lines.length > mostHeadingLines || paragraph.length > longestParagraph) return undefined;
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .replace(/^[_*]+|(?<![_*])[_*]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (text === '' || text.length > longestHeading) return undefined;
  const named = parseNamed(text.normalize('NFC')) ?? parseNumeral(text);
  return named && { ...named, text, words: sumWords([paragraph]) };
}

/** Whether a short paragraph after a heading is that heading's title rather than the story's first words. */
export function isTitleParagraph(paragraph: string): boolean {
  const text = paragraph.trim();
  if (text === '' || text.length > 80 || text.includes('\n')) return false;
  if (!/\p{L}/u.test(text) || /^["“‘'«„—–-]/u.test(text)) return false;
  const isShouted = text === text.toUpperCase();
  return isShouted || (/^[\p{Lu}\d_*]/u.test(text) && !/[.,;:!?"”’]$/u.test(text));
}

function parseNamed(text: string): Named | undefined {
  for (const language of languages) {
    const named = parseWorded(text, language) ?? parseAlone(text, language);
    if (named !== undefined) return named;
  }
  return undefined;
}

function parseWorded(text: string, { worded, part }: HeadingPatterns): Named | undefined {
  for (const pattern of worded) {
    const { word = '', number = '', rest = '' } = pattern.exec(text)?.groups ?? {};
    const count = parseNumber(number.replace(/(?<=\d)\D{1,3}$/u, ''));
    if (word === '' || count === 'invalid' || !isPlausibleRest(rest)) continue;
    return { level: part.test(word) ? 'part' : 'chapter', number: count, hasTitle: hasWords(rest) };
  }
  return undefined;
}

function parseAlone(text: string, { alone }: HeadingPatterns): Named | undefined {
  const rest = alone.exec(text)?.groups?.['rest'];
  if (rest === undefined) return undefined;
  const isBare = /^[.:]?$/u.test(rest.trim());
  if (!isBare && !(separated.test(rest) && isPlausibleRest(rest))) return undefined;
  return { level: 'chapter', number: undefined, hasTitle: true };
}

function parseNumeral(text: string): Named | undefined {
  const groups = numeral.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const count = parseNumber(groups['number'] ?? '');
  const rest = groups['rest'] ?? '';
  if (typeof count !== 'number' || !isPlausibleRest(rest)) return undefined;
  if (hasWords(rest) && !/^\S\s+/u.test(rest)) return undefined;
  return { level: 'numeral', number: count, hasTitle: hasWords(rest) };
}

/** Nothing, or a title: after a mark of its own, or beginning with a capital and not ending as a sentence does. */
function isPlausibleRest(rest: string): boolean {
  const trimmed = rest.trim();
  if (trimmed === '') return true;
  const title = separated.exec(trimmed)?.groups?.['title'];
  const words = title ?? trimmed;
  if (words.split(/\s+/u).length > mostTitleWords || /[,;]$/u.test(words)) return false;
  if (title !== undefined) return title === '' || !/^\p{Ll}/u.test(title);
  return /^(?:["“‘'(„¿¡]|«\s?)?[\p{Lu}\d]/u.test(words) && !/[.,;:]$/u.test(words);
}

function hasWords(rest: string): boolean {
  return /[\p{L}\p{N}]/u.test(rest);
}

/** Undefined for a number in words: it is not counted with. */
function parseNumber(text: string): number | undefined | 'invalid' {
  if (/^\d+$/u.test(text)) return Number(text);
  if (!/^[IVXLCDM]+$/iu.test(text)) return undefined;
  return roman.test(text) ? parseRoman(text.toUpperCase()) : 'invalid';
}

const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

function parseRoman(text: string): number {
  const values = [...text].map((letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
