// Collects the names, numbers and dates that a fragment's sources support.

import { stemWord } from '@terrarium/kernel/split-terms';
import { readWall } from '../events/local-time.ts';
import type { WrittenDate, WrittenTime } from './read-dates.ts';
import { readNumbers, type WrittenNumber } from './read-numbers.ts';

export interface Grounds {
  /** The texts of the fragment's events, and the fragment's former texts. */
  readonly texts: readonly string[];
  /** The names of the speakers, which everybody knows. */
  readonly names: readonly string[];
  /** When the fragment's events were said, and the due dates of the plans in them. */
  readonly moments: readonly number[];
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone: string | undefined;
}

export interface KnownWords {
  /** Whether the name is in the sources, in this form or a related one. */
  hasName(name: string): boolean;
  hasNumber(number: WrittenNumber): boolean;
  hasDate(date: WrittenDate): boolean;
  hasTime(time: WrittenTime): boolean;
}

const dayMs = 86_400_000;
/** Half a day in minutes: a time may be given on a clock of twelve hours. */
const halfDay = 720;
/** How many days a date may be from an event whose words ("last Sunday", "in three weeks") mean that date. */
const reachDays = 31;
/** A number of years may reach this many years back or ahead. */
const reachYears = 120;
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const shortestShared = 4;
const shortestNickname = 3;

export function buildKnownWords(grounds: Grounds): KnownWords {
  const text = [...grounds.texts, ...grounds.names].join('\n');
  const words = listNameWords(text);
  const folded = new Set(words.map(({ folded: one }) => one));
  const stems = new Set([...folded].map(stemWord));
  const capitals = [...new Set(words.filter(({ isCapitalised }) => isCapitalised).map((one) => one.folded))];
  const numbers = new Set(readNumbers(text).flatMap(({ values }) => values));
  const zone = grounds.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const walls = grounds.moments.map((atMs) => readWall(atMs, zone));
  const hasYear = (year: number) => numbers.has(year) || walls.some((wall) => isYearOf(year, wall, numbers));
  return {
    hasName: (name) =>
      folded.has(name) || stems.has(stemWord(name)) || capitals.some((other) => isRelated(name, other)),
    hasNumber: ({ values }) =>
      values.some((value) => numbers.has(value) || (isYear(value) && hasYear(value))),
    hasDate(date) {
      if (date.day === undefined) return date.year === undefined || hasYear(date.year);
      if (walls.some((wall) => isNear(date, wall))) return true;
      return numbers.has(date.day) && (date.year === undefined || hasYear(date.year));
    },
    hasTime: ({ hour, minute }) =>
      walls.some((wall) => Math.floor(wall / 60_000) % halfDay === (hour % 12) * 60 + minute) ||
      ((numbers.has(hour) || numbers.has(hour % 12 || 12)) && (minute === 0 || numbers.has(minute))),
  };
}

export interface NameWord {
  readonly shown: string;
  readonly start: number;
  /** The word in small letters, without accents and without a possessive ending. */
  readonly folded: string;
  readonly isCapitalised: boolean;
}

export function listNameWords(text: string): readonly NameWord[] {
  return [...text.matchAll(word)].map(({ 0: shown, index }) => ({
    shown,
    start: index,
    folded: foldWord(shown),
    isCapitalised: /^\p{Lu}/u.test(shown),
  }));
}

/** Folds a word: `Mira’s` becomes `mira`, and `O’Brien` becomes `obrien`. */
function foldWord(shown: string): string {
  const [base = '', ...rest] = shown
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/['’]/);
  return base.length > 1 ? base : [base, ...rest].join('');
}

/** Whether two words begin alike, such as `Mel` and `Melanie`, or `Swedish` and `Sweden`. */
function isRelated(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length >= shortestNickname && longer.startsWith(shorter)) return true;
  const needed = Math.max(shortestShared, Math.ceil(longer.length / 2));
  return shorter.length >= needed && longer.startsWith(shorter.slice(0, needed));
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_000 && value <= 2_999;
}

/**
 * Whether a year is the year of the moment, the year before or after it, or as many years away as a number in
 * the sources says.
 */
function isYearOf(year: number, wall: number, numbers: ReadonlySet<number>): boolean {
  const away = Math.abs(year - new Date(wall).getUTCFullYear());
  return away <= 1 || (away <= reachYears && numbers.has(away));
}

function isNear({ year, month, day = 1 }: WrittenDate, wall: number): boolean {
  // A day without a month always counts as near: in some month, this day is within reach of the moment.
  if (month === undefined) return true;
  const near = new Date(wall).getUTCFullYear();
  const years = year === undefined ? [near - 1, near, near + 1] : [year];
  return years.some((one) => Math.abs(Date.UTC(one, month - 1, day) - wall) <= (reachDays + 1) * dayMs);
}
