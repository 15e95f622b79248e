// Renders days and times in everyday words, in the person's time zone.

const cached = new Map<string, Intl.DateTimeFormat>();

function buildFormat(
  timeZone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${timeZone} ${name}`;
  const known = cached.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  cached.set(key, known);
  return known;
}

/** `Wednesday 3 December`, with the year if it is not the present one. */
export function renderDay(atMs: number, timeZone: string, nowMs = Date.now()): string {
  const isThisYear = renderYear(atMs, timeZone) === renderYear(nowMs, timeZone);
  return buildFormat(timeZone, `day ${isThisYear}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
    .format(atMs)
    .replace(',', '');
}

/** `Wed 3 Dec`, or `3 Dec 2024` in a year that is not the present one; never broken over two lines. */
export function renderShortDay(atMs: number, timeZone: string, nowMs = Date.now()): string {
  const isThisYear = renderYear(atMs, timeZone) === renderYear(nowMs, timeZone);
  return buildFormat(timeZone, `short ${isThisYear}`, {
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
  })
    .format(atMs)
    .replace(',', '')
    .replaceAll(' ', '\u00a0');
}

export function renderTime(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
}

const nearDays: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/** The day (`today`, `tomorrow`, `Wed 3 Dec`), and the time if one was given. */
export function renderDue(atMs: number, timeZone: string, nowMs = Date.now()): string {
  const days = countDay(atMs, timeZone) - countDay(nowMs, timeZone);
  const near = nearDays[days];
  return near === undefined ? renderDueDate(atMs, timeZone, nowMs) : withDueTime(near, atMs, timeZone);
}

/** The date, and the time if one was given: for a place where “tomorrow” would be read as the day after an old message. */
export function renderDueDate(atMs: number, timeZone: string, nowMs = Date.now()): string {
  return withDueTime(renderShortDay(atMs, timeZone, nowMs), atMs, timeZone);
}

function withDueTime(day: string, atMs: number, timeZone: string): string {
  const time = renderDueTime(atMs, timeZone);
  return time === undefined ? day : `${day} ${time}`;
}

/**
 * The time at which a plan is due; undefined for a plan for a whole day, which is stored as due at the last minute of
 * the day.
 */
export function renderDueTime(atMs: number, timeZone: string): string | undefined {
  const time = renderTime(atMs, timeZone);
  return time === '23:59' ? undefined : time;
}

/** `4 December 2026 at 15:00`: a date that can be edited and is read back as the same moment. */
export function renderDueInWords(atMs: number, timeZone: string): string {
  const format = buildFormat(timeZone, 'words', { day: 'numeric', month: 'long', year: 'numeric' });
  const time = renderDueTime(atMs, timeZone);
  return `${format.format(atMs)}${time === undefined ? '' : ` at ${time}`}`;
}

/** Renders a text that is the same for all moments of a day, and another for each day. */
export function nameDay(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'key', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(atMs);
}

/** The day of the calendar, as a number that is one more on the next day. */
function countDay(atMs: number, timeZone: string): number {
  const [day, month, year] = nameDay(atMs, timeZone).split('/').map(Number);
  return new Date(0).setUTCFullYear(year ?? 0, (month ?? 1) - 1, day ?? 1) / dayMs;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Shorter distances in time are given in hours or minutes, even if midnight is in between. */
const longestNight = 6 * hourMs;
/**
 * For each unit of time: the number of days from which it is used, and its length in days. For up to one and a half
 * units, the text says one (`a year`).
 */
const units = [
  [365, 365.25, 'a year', 'years'],
  [30, 30.44, 'a month', 'months'],
  [14, 7, 'a week', 'weeks'],
] as const;

export interface Looking {
  readonly nowMs: number;
  readonly timeZone: string;
}

/**
 * `in 3 days`, `tomorrow`, `2 hours ago`: in the words of the terminal and of the prompt. Days are those of the
 * calendar.
 */
export function renderDistance(atMs: number, { nowMs, timeZone }: Looking): string {
  const [length, days] = [Math.abs(atMs - nowMs), countDay(atMs, timeZone) - countDay(nowMs, timeZone)];
  const isWholeDay = renderTime(atMs, timeZone) === '23:59';
  if (days !== 0 && (isWholeDay || length >= longestNight)) return renderDays(days);
  if (length < minuteMs) return atMs < nowMs ? 'just now' : 'now';
  if (isWholeDay && atMs > nowMs) return 'today';
  return renderSide(renderHours(length), atMs > nowMs);
}

function renderDays(days: number): string {
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const count = Math.abs(days);
  const [, length = 1, one = '', many = 'days'] = units.find(([from]) => count >= from) ?? [];
  const isOne = one !== '' && count < length * 1.5;
  return renderSide(isOne ? one : `${Math.round(count / length)} ${many}`, days > 0);
}

function renderHours(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (ms >= 1.5 * hourMs) return `${Math.round(ms / hourMs)} hours`;
  if (ms >= hourMs) return 'an hour';
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

function renderSide(span: string, isAhead: boolean): string {
  return isAhead ? `in ${span}` : `${span} ago`;
}

function renderYear(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'year', { year: 'numeric' }).format(atMs);
}
