// Parses times as chat files write them: ISO 8601, Unix time, Japanese and Chinese dates, and older forms of SillyTavern.

import { buildWall, computeMoment, type WallMs } from '../events/local-time.ts';

export interface ChatTime {
  readonly ms: number;
  /** Whether the time is more precise than a minute, and so may tell two messages apart. */
  readonly isPrecise: boolean;
}

/** A Unix time above this many seconds (the year 5138) is taken to be milliseconds. */
const largestSeconds = 1e11;
/** The farthest time that a JavaScript date can hold. */
const farthestMs = 8.64e15;

const iso =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/iu;
/** Matches a time such as `2024-9-28 @01h 02m 36s 123ms`. */
const humanised =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2}) ?@ ?(?<hour>\d{1,2})h ?(?<minute>\d{1,2})m ?(?<second>\d{1,2})s(?: ?(?<millisecond>\d{1,3})ms)?$/iu;
/** Matches a time such as `2026年10月1日 20:00`. */
const eastAsian =
  /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})日 ?(?<hour>\d{1,2})[:時时点點](?<minute>\d{2})分?(?::(?<second>\d{2}))?$/u;
/** Matches a time such as `September 28, 2024 1:02am`. */
const spelled =
  /^(?<name>[a-z]+) (?<day>\d{1,2}), (?<year>\d{4}) (?<hour>\d{1,2}):(?<minute>\d{2}) ?(?<half>am|pm)$/iu;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Returns undefined for a value that names no time. A time without a zone is read in the person's own zone. */
export function parseChatTime(value: unknown, timeZone: string): ChatTime | undefined {
  if (typeof value === 'number') return parseUnix(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{9,16}(\.\d+)?$/u.test(text)) return parseUnix(Number(text));
  return (
    parseIso(text, timeZone) ??
    parseHumanised(text, timeZone) ??
    parseSpelled(text, timeZone) ??
    parseEastAsian(text, timeZone)
  );
}

function parseUnix(value: number): ChatTime | undefined {
  const ms = Math.round(Math.abs(value) > largestSeconds ? value : value * 1000);
  return Number.isFinite(ms) && Math.abs(ms) <= farthestMs ? { ms, isPrecise: true } : undefined;
}

function parseIso(text: string, timeZone: string): ChatTime | undefined {
  const found = iso.exec(text)?.groups;
  if (found === undefined) return undefined;
  const { second, fraction = '', zone } = found;
  const wall = buildRealWall(readParts(found));
  if (wall === undefined) return undefined;
  const moment = zone === undefined ? computeMoment(wall, timeZone) : wall - readOffset(zone);
  return { ms: moment + Math.floor(Number(`0${fraction}`) * 1000), isPrecise: second !== undefined };
}

function readOffset(zone: string): number {
  if (/^z$/iu.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function parseHumanised(text: string, timeZone: string): ChatTime | undefined {
  const found = humanised.exec(text)?.groups;
  const wall = found === undefined ? undefined : buildRealWall(readParts(found));
  if (wall === undefined) return undefined;
  return { ms: computeMoment(wall, timeZone) + Number(found?.['millisecond'] ?? 0), isPrecise: true };
}

function parseSpelled(text: string, timeZone: string): ChatTime | undefined {
  const found = spelled.exec(text)?.groups;
  if (found === undefined) return undefined;
  const parts = readParts(found);
  if (parts.hour < 1 || parts.hour > 12) return undefined;
  const hour = (parts.hour % 12) + (found['half']?.toLowerCase() === 'pm' ? 12 : 0);
  const month = months.indexOf(found['name']?.toLowerCase() ?? '') + 1;
  const wall = buildRealWall({ ...parts, month, hour });
  return wall === undefined ? undefined : { ms: computeMoment(wall, timeZone), isPrecise: false };
}

function parseEastAsian(text: string, timeZone: string): ChatTime | undefined {
  const found = eastAsian.exec(text.normalize('NFKC'))?.groups;
  const wall = found === undefined ? undefined : buildRealWall(readParts(found));
  if (wall === undefined) return undefined;
  return { ms: computeMoment(wall, timeZone), isPrecise: found?.['second'] !== undefined };
}

type Parts = ReturnType<typeof readParts>;

function readParts(found: Readonly<Record<string, string | undefined>>) {
  const read = (name: string) => Number(found[name] ?? 0);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

/** Returns undefined for a day or time that never exists, such as the 30th of February. */
function buildRealWall(parts: Parts): WallMs | undefined {
  const wall = buildWall(parts);
  const shown = new Date(wall);
  const isReal =
    shown.getUTCMonth() + 1 === parts.month &&
    shown.getUTCDate() === parts.day &&
    shown.getUTCHours() === parts.hour &&
    shown.getUTCMinutes() === parts.minute &&
    shown.getUTCSeconds() === parts.second;
  return isReal ? wall : undefined;
}
