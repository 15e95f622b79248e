// Recurrence: how often a plan recurs, and when it is due next, in wall-clock time of the person's zone.

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
  /** Which of the month's days with this weekday is meant: from 1 for the first, or -1 for the last. */
  readonly place?: number | undefined;
  /**
   * For a plan that comes once on each of several days: the weekday, or the day of the month, on which it
   * comes for the last time.
   */
  readonly lastWeekday?: number | undefined;
  readonly lastDate?: number | undefined;
  /** The last day on which the plan may be due, counted from 1 January 1970. */
  readonly untilDay?: number | undefined;
  /** Whether the plan is due on the day of its first due date alone, at several hours. */
  readonly isOneDay?: boolean | undefined;
  /** Whether the plan is due on the day of its first due date too, whatever weekday that is. */
  readonly isFirstToo?: boolean | undefined;
  /** The days of the month; by default, the day of the first due date. */
  readonly dates?: readonly number[] | undefined;
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
/** How many days are searched for the next due date or, if that is more, twice the span between two due dates. */
const farthestDays = 5_000;
/** The most days that are searched, however rarely a plan recurs. */
const longestSearch = 400_000;
const longestGraceMs = dayMs;

/**
 * The first due date after a time, and never one before `firstAtMs`; undefined after the last one, or if the next one
 * is too far ahead.
 */
export function computeNextDue(
  { recurrence, firstAtMs, timeZone }: Recurring,
  afterMs: number,
): number | undefined {
  if (afterMs < firstAtMs) return firstAtMs;
  if (recurrence.unit === 'hours') return computeNextHour({ recurrence, firstAtMs, timeZone }, afterMs);
  const first = readWall(firstAtMs, timeZone);
  const firstDay = countDays(first);
  const start = Math.max(firstDay, countDays(readWall(afterMs, timeZone)) - 1);
  const reach = Math.min(
    longestSearch,
    Math.max(farthestDays, 2 * unitDays[recurrence.unit] * recurrence.count),
  );
  const end = Math.min(start + reach, findEnd(recurrence, firstDay));
  for (let day = start; day < end; day = findNextPossible(recurrence, firstDay, day)) {
    if (!isDayOf(recurrence, firstDay, day)) continue;
    for (const time of listTimes(recurrence, first)) {
      const momentMs = computeMoment(day * dayMs + time, timeZone);
      if (momentMs > afterMs) return momentMs;
    }
  }
  return undefined;
}

/** The next day that may belong to the recurrence: a month that does not is passed over as a whole. */
function findNextPossible(recurrence: Recurrence, firstDay: number, day: number): number {
  if (recurrence.unit !== 'months' && recurrence.unit !== 'years') return day + 1;
  if (isMonthOf(recurrence, firstDay, day)) return day + 1;
  const then = new Date(day * dayMs);
  return countDays(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 1));
}

function computeNextHour(
  { recurrence, firstAtMs, timeZone }: Recurring,
  afterMs: number,
): number | undefined {
  const { count, untilDay = Number.POSITIVE_INFINITY } = recurrence;
  const stepMs = count * hourMs;
  const nextMs = firstAtMs + (Math.floor((afterMs - firstAtMs) / stepMs) + 1) * stepMs;
  return countDays(readWall(nextMs, timeZone)) <= untilDay ? nextMs : undefined;
}

/** The day after the last one on which the plan may be due; infinity if it recurs without end. */
function findEnd({ isOneDay = false, untilDay, ...listed }: Recurrence, firstDay: number): number {
  if (isOneDay) return firstDay + 1;
  return Math.min(findListEnd(listed, firstDay), (untilDay ?? Number.POSITIVE_INFINITY) + 1);
}

function findListEnd({ lastWeekday, lastDate }: Omit<Recurrence, 'untilDay'>, firstDay: number): number {
  const isLast = (day: number) =>
    computeWeekday(day) === lastWeekday || new Date(day * dayMs).getUTCDate() === lastDate;
  if (lastWeekday === undefined && lastDate === undefined) return Number.POSITIVE_INFINITY;
  const mostDays = 62;
  for (let day = firstDay; day < firstDay + mostDays; day += 1) if (isLast(day)) return day + 1;
  return firstDay + 1;
}

/**
 * The first day, not before `from`, on which something is due that has recurred in this way since `from`; undefined
 * if there is none.
 */
export function findFirstDay(recurrence: Recurrence, from: number): number | undefined {
  for (let day = from; day < from + farthestDays; day += 1) if (isDayOf(recurrence, from, day)) return day;
  return undefined;
}

/**
 * The due date that counts now: the last one while its grace lasts or if no other follows, otherwise the next one. A
 * last one after `apartMs`, when the talk before a silence ended, counts even if its grace is over.
 */
export function computeCurrentDue(recurring: Recurring, nowMs: number, apartMs = nowMs): number {
  const nextMs = computeNextDue(recurring, nowMs);
  const lastMs = computeLastDue(recurring, nowMs);
  if (lastMs === undefined) return nextMs ?? recurring.firstAtMs;
  if (nextMs === undefined) return lastMs;
  const graceMs = Math.min(longestGraceMs, (nextMs - lastMs) / 4);
  return lastMs > apartMs || nowMs - lastMs <= graceMs ? lastMs : nextMs;
}

const unitDays = { hours: 1 / 24, days: 1, weeks: 7, months: 31, years: 366 } as const;

/** The last due date up to a time; undefined if the plan was not due yet. */
function computeLastDue(recurring: Recurring, nowMs: number): number | undefined {
  const { unit, count } = recurring.recurrence;
  if (nowMs < recurring.firstAtMs) return undefined;
  let lastMs: number | undefined;
  let momentMs = computeNextDue(recurring, nowMs - (unitDays[unit] * count + 1) * dayMs);
  while (momentMs !== undefined && momentMs <= nowMs && momentMs > (lastMs ?? Number.NEGATIVE_INFINITY)) {
    lastMs = momentMs;
    momentMs = computeNextDue(recurring, momentMs);
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

/** The weekday, from 0 for Sunday, of a day counted from 1 January 1970, which was a Thursday. */
export function computeWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function isDayOf(recurrence: Recurrence, firstDay: number, day: number): boolean {
  const { unit, count, weekdays = [computeWeekday(firstDay)], isFirstToo = false } = recurrence;
  if (isFirstToo && day === firstDay) return true;
  if (unit === 'weeks') {
    const sunday = firstDay - computeWeekday(firstDay);
    return weekdays.includes(computeWeekday(day)) && Math.floor((day - sunday) / 7) % count === 0;
  }
  if (unit === 'months' || unit === 'years') return isSameDate(recurrence, firstDay, day);
  return (day - firstDay) % count === 0;
}

function isMonthOf(
  { unit, count }: Pick<Recurrence, 'unit' | 'count'>,
  firstDay: number,
  day: number,
): boolean {
  const [first, then] = [new Date(firstDay * dayMs), new Date(day * dayMs)];
  const years = then.getUTCFullYear() - first.getUTCFullYear();
  const months = years * 12 + then.getUTCMonth() - first.getUTCMonth();
  return months % (unit === 'years' ? 12 * count : count) === 0;
}

/**
 * Whether the day is in a month of the recurrence and is the right day there: the second Tuesday, for example, if
 * there is a `place`, otherwise one of the dates. In a month that is too short for a date, its last day counts.
 */
function isSameDate(
  { unit, count, dates, place, weekdays = [] }: Recurrence,
  firstDay: number,
  day: number,
): boolean {
  if (!isMonthOf({ unit, count }, firstDay, day)) return false;
  const [first, then] = [new Date(firstDay * dayMs), new Date(day * dayMs)];
  const lastOfMonth = new Date(
    buildWall({ year: then.getUTCFullYear(), month: then.getUTCMonth() + 2, day: 0, hour: 0, minute: 0 }),
  ).getUTCDate();
  const date = then.getUTCDate();
  if (place !== undefined) {
    const isPlace = place < 0 ? date > lastOfMonth - 7 : Math.ceil(date / 7) === place;
    return isPlace && weekdays.includes(computeWeekday(day));
  }
  return (dates ?? [first.getUTCDate()]).some((one) => date === Math.min(one, lastOfMonth));
}
