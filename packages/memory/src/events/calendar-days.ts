// Calendar days: finds days by their place in weeks, months and years; days are counted from 1 January 1970.

import type { WallMs } from './local-time.ts';
import { monthNames } from './month-names.ts';
import { computeWeekday } from './recurrence.ts';

const dayMs = 86_400_000;

export function computeDay(wallMs: WallMs): number {
  return Math.floor(wallMs / dayMs);
}

/** The first day with this weekday that is not before `from`. */
export function findWeekdayFrom(from: number, weekday: number): number {
  return from + ((weekday - computeWeekday(from) + 7) % 7);
}

/** The day with this weekday, `weeksLater` weeks after the week of `day`; a week begins on Monday. */
export function findWeekdayOfWeek(day: number, weekday: number, weeksLater: number): number {
  const monday = day - ((computeWeekday(day) + 6) % 7);
  return monday + weeksLater * 7 + ((weekday + 6) % 7);
}

export interface YearMonth {
  readonly year: number;
  /** The month, from 0 for January; beyond 11 it is a month of a later year. */
  readonly month: number;
}

export function readYearMonth(day: number): YearMonth {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** The day with this number in a month; 0 gives the last day of the month before. */
export function buildDay({ year, month }: YearMonth, date: number): number {
  return computeDay(Date.UTC(year, month, date));
}

function countDaysOfMonth({ year, month }: YearMonth): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** Undefined if the month has no such day, such as the 31st of June. */
export function findDate(month: YearMonth, date: number): number | undefined {
  return date >= 1 && date <= countDaysOfMonth(month) ? buildDay(month, date) : undefined;
}

/**
 * The first day from `from` on that has this number in its month, such as the next 31st; undefined if no month has
 * it.
 */
export function findDateFrom(from: number, date: number): number | undefined {
  const { year, month } = readYearMonth(from);
  return [0, 1, 2]
    .map((later) => findDate({ year, month: month + later }, date))
    .find((day) => day !== undefined && day >= from);
}

/**
 * The first day from `from` on with these numbers for day and month, in the year of `from` or the next; undefined if
 * there is none.
 */
export function findNumberedDay(
  { date, month }: { readonly [name: string]: string | undefined },
  from: number,
): number | undefined {
  const at = Number(month) - 1;
  if (!(at >= 0 && at < 12)) return undefined;
  const { year } = readYearMonth(from);
  return [year, year + 1]
    .map((one) => findDate({ year: one, month: at }, Number(date)))
    .find((day) => day !== undefined && day >= from);
}

/**
 * The first, second, … or (-1) last such weekday of a month; without a weekday, the first, second, … or (-1) last day.
 * Undefined if the month has too few.
 */
export function findPlaced(
  { year, month }: YearMonth,
  place: number,
  weekday: number | undefined,
): number | undefined {
  const last = buildDay({ year, month: month + 1 }, 0);
  const first = buildDay({ year, month }, 1);
  if (weekday === undefined) return place < 0 ? last : findDate({ year, month }, place);
  const found =
    place < 0 ? findWeekdayFrom(last - 6, weekday) : findWeekdayFrom(first, weekday) + (place - 1) * 7;
  return found <= last ? found : undefined;
}

/** Renders a day such as "24 June 2026", which the date library can read. */
export function renderDay(day: number): string {
  const date = new Date(day * dayMs);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
