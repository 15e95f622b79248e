// Time text: days and times as a person says them, where that person lives.

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

/** `Wednesday 3 December`, with the year where it is not this one. */
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

/** `Wed 3 Dec`, with the year where it is not this one. */
export function renderShortDay(atMs: number, timeZone: string, nowMs = Date.now()): string {
  const isThisYear = renderYear(atMs, timeZone) === renderYear(nowMs, timeZone);
  return buildFormat(timeZone, `short ${isThisYear}`, {
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
  })
    .format(atMs)
    .replace(',', '');
}

export function renderTime(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
}

/** The day, and the time where one was said: a plan for a whole day is due at its last minute. */
export function renderDue(atMs: number, timeZone: string, nowMs = Date.now()): string {
  const time = renderTime(atMs, timeZone);
  const day = renderShortDay(atMs, timeZone, nowMs);
  return time === '23:59' ? day : `${day} ${time}`;
}

/** The same text for two moments of one day. */
export function nameDay(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'key', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(atMs);
}

const spans = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 3 days`, `2 hours ago`. */
export function renderDistance(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  const found = spans.find(([, ms]) => Math.abs(distance) >= ms);
  if (found === undefined) return distance < 0 ? 'just now' : 'now';
  const [unit, ms] = found;
  return relative.format(Math.round(distance / ms), unit);
}

function renderYear(atMs: number, timeZone: string): string {
  return buildFormat(timeZone, 'year', { year: 'numeric' }).format(atMs);
}
