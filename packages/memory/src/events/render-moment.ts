// Renders a point in time as a date and a time of day.

import { UsageError } from '@terrarium/kernel/errors';
import { monthNames } from './month-names.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Renders a point in time such as "Saturday, 21 November 2026, 14:35 (Europe/Vienna)". Throws `UsageError` for an
 * unknown time zone.
 */
export function renderMoment(atMs: number, timeZone?: string): string {
  const format = resolveFormat(timeZone);
  const parts = readParts(format, atMs);
  const day = `${parts['weekday']}, ${parts['day']} ${parts['month']} ${parts['year']}`;
  return `${day}, ${parts['hour']}:${parts['minute']} (${format.resolvedOptions().timeZone})`;
}

/** Renders a day such as "Sat 21 November 2026". Throws `UsageError` for an unknown time zone. */
export function renderDay(atMs: number, timeZone?: string): string {
  const parts = readParts(resolveFormat(timeZone), atMs);
  return `${parts['weekday']?.slice(0, 3)} ${parts['day']} ${parts['month']} ${parts['year']}`;
}

/** Renders a point in time such as "Sat 21 November 2026, 14:35". Throws `UsageError` for an unknown time zone. */
export function renderDayAndTime(atMs: number, timeZone?: string): string {
  const parts = readParts(resolveFormat(timeZone), atMs);
  return `${renderDay(atMs, timeZone)}, ${parts['hour']}:${parts['minute']}`;
}

export interface DueScreen {
  /** The present time: dates of the same year are given without the year. If undefined, every date has its year. */
  readonly nowMs?: number | undefined;
  readonly timeZone?: string | undefined;
}

/**
 * Renders a due date such as "Sun 27 June 15:00" or "Fri 1 January 2027". At the end of a day the time is left
 * out, since a day alone means its end. Throws `UsageError` for an unknown time zone.
 */
export function renderDueDate(dueAtMs: number, { nowMs, timeZone }: DueScreen): string {
  const format = resolveFormat(timeZone);
  const due = readParts(format, dueAtMs);
  const thisYear = nowMs === undefined ? undefined : readParts(format, nowMs)['year'];
  const day = `${due['weekday']?.slice(0, 3)} ${due['day']} ${due['month']}`;
  const year = due['year'] === thisYear ? '' : ` ${due['year']}`;
  const time = isEndOfDay(dueAtMs, timeZone) ? '' : ` ${due['hour']}:${due['minute']}`;
  return `${day}${year}${time}`;
}

const dayMs = 86_400_000;
const monthNumbers = new Map<string, number>(monthNames.map((name, at) => [name, at]));

/** The number of a calendar day, which grows by one each day. Throws `UsageError` for an unknown time zone. */
export function computeDayNumber(atMs: number, timeZone?: string): number {
  const { year, month = '', day } = readParts(resolveFormat(timeZone), atMs);
  return new Date(0).setUTCFullYear(Number(year), monthNumbers.get(month) ?? 0, Number(day)) / dayMs;
}

/**
 * Whether the time is in the last minute of a day, which stands for a day without a time. Throws `UsageError` for an
 * unknown time zone.
 */
export function isEndOfDay(atMs: number, timeZone?: string): boolean {
  const { hour, minute } = readParts(resolveFormat(timeZone), atMs);
  return hour === '23' && minute === '59';
}

type Parts = Readonly<Record<string, string>>;

const minuteMs = 60_000;
const mostParts = 4_096;
/** Cached, because most moments are shown again at the next wake, and splitting a date into its parts is slow. */
const known = new WeakMap<Intl.DateTimeFormat, Map<number, Parts>>();

function readParts(format: Intl.DateTimeFormat, atMs: number): Parts {
  const minutes = known.get(format) ?? new Map<number, Parts>();
  if (minutes.size === 0) known.set(format, minutes);
  const minute = Math.floor(atMs / minuteMs);
  const before = minutes.get(minute);
  if (before !== undefined) return before;
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  if (minutes.size >= mostParts) minutes.clear();
  minutes.set(minute, parts);
  return parts;
}

/** Cached, because creating a format takes longer than all the rest of a wake. */
function resolveFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const made = formats.get(timeZone ?? '');
  if (made !== undefined) return made;
  const format = buildFormat(timeZone);
  formats.set(timeZone ?? '', format);
  return format;
}

function buildFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
  } catch (cause) {
    throw new UsageError({
      code: 'memory.unknown-time-zone',
      happened: `"${timeZone}" is not a time zone.`,
      todo: 'Give a name of the IANA database, such as "Europe/Vienna" or "UTC".',
      cause,
    });
  }
}
