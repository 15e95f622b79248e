// Moved by: reads by how much something is moved, as in "by a week" and "for two days", and counts it from a date.
import { movedSpan } from '../tags/moved-span.ts';
import { parseCount } from './date-words.ts';
import { computeMoment, readWall } from './local-time.ts';

const movedBy = new RegExp(String.raw`^(?:by\s)?${movedSpan}`, 'iu');

const minuteMs = 60_000;
const dayMs = 86_400_000;
const lengths: Readonly<Record<string, number>> = {
  minute: minuteMs,
  hour: 60 * minuteMs,
  day: dayMs,
  week: 7 * dayMs,
  fortnight: 14 * dayMs,
};
/** A plan that is due on a day without a time is due in the last minute of that day. */
const endOfDayMs = dayMs - minuteMs;

export function isMovedBy(words: string): boolean {
  return movedBy.test(words);
}

/**
 * `fromMs`, moved by the span with which the words begin. Undefined if they begin with no span, or if the span is
 * shorter than a day and `fromMs` is a day without a time.
 */
export function computeMovedBy(words: string, fromMs: number, timeZone: string): number | undefined {
  const { count, unit = '' } = movedBy.exec(words)?.groups ?? {};
  if (count === undefined) return undefined;
  const wall = readWall(fromMs, timeZone);
  const name = unit.toLowerCase().replace(/s$/u, '');
  const length = lengths[name];
  if (length === undefined) return computeMoment(addMonths(wall, parseCount(count)), timeZone);
  if (length < dayMs && wall % dayMs === endOfDayMs) return undefined;
  return computeMoment(wall + parseCount(count) * length, timeZone);
}

/** Keeps the day of the month; in a month that is too short, takes its last day. */
function addMonths(wallMs: number, count: number): number {
  const date = new Date(wallMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
