// Local time: converts a point in time into the wall-clock time of a zone, and back.

import { renderInstant } from '@terrarium/kernel/environment';

/** A day and time without a zone, as milliseconds since 1970-01-01 00:00 by the same clock. */
export type WallMs = number;

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this is a time zone: a name of the IANA database, or an offset such as `+02:00`. */
export function isTimeZone(zone: string): boolean {
  try {
    return resolveFormat(zone) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The wall-clock time of a zone at a point in time. Throws `RangeError` for an unknown zone. */
export function readWall(atMs: number, zone: string): WallMs {
  const parts = new Map(
    resolveFormat(zone)
      .formatToParts(atMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const readNumber = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wholeSeconds = buildWall({
    year: readNumber('year'),
    month: readNumber('month'),
    day: readNumber('day'),
    hour: readNumber('hour'),
    minute: readNumber('minute'),
    second: readNumber('second'),
  });
  return wholeSeconds + (((atMs % 1000) + 1000) % 1000);
}

export interface WallParts {
  readonly year: number;
  /** The month, from 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
}

export function buildWall({ year, month, day, hour, minute, second = 0 }: WallParts): WallMs {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
}

/**
 * The point in time at which the clocks of the zone show this time. If they show it twice, the first of the two. If
 * they skip it, as when summer time begins, the point that it would have been if nobody had turned the clocks.
 */
export function computeMoment(wallMs: WallMs, zone: string): number {
  const offsets = [wallMs - dayMs, wallMs + dayMs].map((nearMs) => readWall(nearMs, zone) - nearMs);
  const moments = offsets.map((offset) => wallMs - offset);
  const shown = moments.filter((momentMs) => readWall(momentMs, zone) === wallMs);
  return shown.length === 0 ? (moments[0] ?? wallMs) : Math.min(...shown);
}

/**
 * Midnight in the zone: the beginning of the day that contains this point in time, or of the day `daysLater` days
 * later.
 */
export function computeDayStart(atMs: number, zone: string, daysLater = 0): number {
  const wall = readWall(atMs, zone);
  return computeMoment(Math.floor(wall / dayMs) * dayMs + daysLater * dayMs, zone);
}

/** The day of a point in time in a zone, such as `2026-07-08`; in the machine's zone if none is given. */
export function renderWallDay(
  atMs: number,
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  return renderInstant(readWall(atMs, zone)).slice(0, '2026-07-08'.length);
}

/** Making a format is slow and there are few zones, so each is kept. */
function resolveFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
