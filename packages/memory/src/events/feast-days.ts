// Feast days: finds the dates of holidays by their English names, and holidays that a text names as past times.

import type { WallMs } from './local-time.ts';

const dayMs = 86_400_000;

/**
 * Feasts by name, each with month and day, or with the number of days from Easter Sunday to it. "easter monday" must
 * come before "easter".
 */
const feasts: readonly (readonly [name: string, when: readonly [month: number, day: number] | number])[] = [
  ['christmas eve', [12, 24]],
  ['christmas(?: day)?|xmas', [12, 25]],
  ['boxing day', [12, 26]],
  ["new year['’]?s eve", [12, 31]],
  ["new year(?:['’]?s)?(?: day)?", [1, 1]],
  ['halloween', [10, 31]],
  ["valentine['’]?s day", [2, 14]],
  ['good friday', -2],
  ['easter monday', 1],
  ['easter(?: sunday)?', 0],
];
export const feastWords = feasts.map(([name]) => name).join('|');

/** The days of a feast in the given years; none if the words do not name a feast. */
export function listFeastDays(said: string, years: readonly number[]): readonly WallMs[] {
  const when = findFeast(said);
  if (when === undefined) return [];
  return years.map((one) =>
    typeof when === 'number' ? computeEaster(one) + when * dayMs : Date.UTC(one, when[0] - 1, when[1]),
  );
}

/** Whether a feast has the same date every year. */
export function isFixedFeast(said: string): boolean {
  return typeof findFeast(said) === 'object';
}

function findFeast(said: string) {
  return feasts.find(([name]) => new RegExp(`^(?:${name})$`, 'iu').test(said))?.[1];
}

/** A feast counts only if it is said as a time: "a Christmas tree" names no time. */
const pastFeast = new RegExp(
  String.raw`(?<=\b(?:at|on|over|before|until|till|around|during|after|since|last|this)\s)(?<feast>${feastWords})(?:\s(?<year>\d{4}))?`,
  'giu',
);

interface FeastSpan {
  /** Where the feast begins in the text. */
  readonly start: number;
  readonly end: number;
  /** The time from the day before the feast to the day after, in wall-clock time. */
  readonly fromMs: WallMs;
  readonly untilMs: WallMs;
}

/** Finds the past feasts that a text names as times: the most recent one of that name, or the one of the given year. */
export function findFeasts(text: string, wallMs: WallMs): readonly FeastSpan[] {
  const thisYear = new Date(wallMs).getUTCFullYear();
  return [...text.matchAll(pastFeast)].flatMap(({ index, 0: said, groups = {} }): readonly FeastSpan[] => {
    const { feast: name = '', year } = groups;
    const years = year === undefined ? [thisYear, thisYear - 1] : [Number(year)];
    const day = listFeastDays(name, years).find((one) => one <= wallMs);
    if (day === undefined) return [];
    return [{ start: index, end: index + said.length, fromMs: day - dayMs, untilMs: day + 2 * dayMs }];
  });
}

/** Easter Sunday of the Gregorian calendar, by the rule of Butcher and Meeus. */
export function computeEaster(year: number): WallMs {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
