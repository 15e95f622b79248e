// Recurrence: how often a plan recurs, and when it is due next, by the clock on the wall.

import { buildWall, computeMoment, readWall, type WallMs } from './local-time.ts';

export interface Recurrence {
  readonly unit: 'hours' | 'days' | 'weeks' | 'months' | 'years';
  /** The number of units from one due date to the next. */
  readonly count: number;
  /**
   * The days of the week on which the plan is due, from 0 for Sunday; by default, the weekday of its first due
   * date.
   */
  readonly weekdays?: readonly number[] | undefined;
  /** The day of the month; by default, the day of the first due date. */
  readonly date?: number | undefined;
  /** The hours of the day at which the plan is due; by default, the time of its first due date. */
  readonly hours?: readonly number[] | undefined;
}

export interface Recurring {
  readonly recurrence: Recurrence;
  /** When the plan is first due, or the first due date for which it was neither done nor skipped yet. */
  readonly firstAtMs: number;
  readonly timeZone: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How many days are searched for the next time: enough for plans that recur at least every 13 years. */
const farthestDays = 5_000;
const longestGraceMs = dayMs;

/** The first due date after a moment, and never one before `firstAtMs`. */
export function computeNextDue({ recurrence, firstAtMs, timeZone }: Recurring, afterMs: number): number {
  if (afterMs < firstAtMs) return firstAtMs;
  if (recurrence.unit === 'hours') {
    const stepMs = recurrence.count * hourMs;
    return firstAtMs + (Math.floor((afterMs - firstAtMs) / stepMs) + 1) * stepMs;
  }
  const first = readWall(firstAtMs, timeZone);
  const firstDay = countDays(first);
  const start = Math.max(firstDay, countDays(readWall(afterMs, timeZone)) - 1);
  for (let day = start; day < start + farthestDays; day += 1) {
    if (!isDayOf(recurrence, firstDay, day)) continue;
    for (const time of listTimes(recurrence, first)) {
      const momentMs = computeMoment(day * dayMs + time, timeZone);
      if (momentMs > afterMs) return momentMs;
    }
  }
  return firstAtMs;
}

/**
 * The due date that counts now: the last one while its grace lasts, otherwise the next one. A date after
 * `apartMs` counts even if its grace is over.
 */
export function computeCurrentDue(recurring: Recurring, nowMs: number, apartMs = nowMs): number {
  const nextMs = computeNextDue(recurring, nowMs);
  const lastMs = computeLastDue(recurring, nowMs);
  if (lastMs === undefined) return nextMs;
  const graceMs = Math.min(longestGraceMs, (nextMs - lastMs) / 4);
  return lastMs > apartMs || nowMs - lastMs <= graceMs ? lastMs : nextMs;
}

const unitDays = { hours: 1 / 24, days: 1, weeks: 7, months: 31, years: 366 } as const;

/** The last due date up to a moment; undefined if the plan was not due yet. */
function computeLastDue(recurring: Recurring, nowMs: number): number | undefined {
  const { unit, count } = recurring.recurrence;
  if (nowMs < recurring.firstAtMs) return undefined;
  let lastMs: number | undefined;
  let momentMs = computeNextDue(recurring, nowMs - (unitDays[unit] * count + 1) * dayMs);
  while (momentMs <= nowMs) {
    lastMs = momentMs;
    momentMs = computeNextDue(recurring, momentMs);
    if (momentMs <= lastMs) break;
  }
  return lastMs;
}

function countDays(wallMs: WallMs): number {
  return Math.floor(wallMs / dayMs);
}

/** Times of the day in milliseconds since midnight, the earliest first. */
function listTimes({ hours }: Recurrence, first: WallMs): readonly number[] {
  return hours === undefined ? [first - countDays(first) * dayMs] : hours.map((hour) => hour * hourMs);
}

/** Days are counted from 1 January 1970, which was a Thursday. */
export function computeWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function isDayOf(recurrence: Recurrence, firstDay: number, day: number): boolean {
  const { unit, count, weekdays = [computeWeekday(firstDay)] } = recurrence;
  if (unit === 'weeks') {
    const sunday = firstDay - computeWeekday(firstDay);
    return weekdays.includes(computeWeekday(day)) && Math.floor((day - sunday) / 7) % count === 0;
  }
  if (unit === 'months' || unit === 'years') return isSameDate(recurrence, firstDay, day);
  return (day - firstDay) % count === 0;
}

/**
 * Whether the day is in one of the recurrence's months, and is the recurrence's date or the last day of a shorter
 * month.
 */
function isSameDate({ unit, count, date }: Recurrence, firstDay: number, day: number): boolean {
  const [first, then] = [new Date(firstDay * dayMs), new Date(day * dayMs)];
  const years = then.getUTCFullYear() - first.getUTCFullYear();
  const months = years * 12 + then.getUTCMonth() - first.getUTCMonth();
  const lastOfMonth = new Date(
    buildWall({ year: then.getUTCFullYear(), month: then.getUTCMonth() + 2, day: 0, hour: 0, minute: 0 }),
  ).getUTCDate();
  const isDate = then.getUTCDate() === Math.min(date ?? first.getUTCDate(), lastOfMonth);
  return isDate && months % (unit === 'years' ? 12 * count : count) === 0;
}
