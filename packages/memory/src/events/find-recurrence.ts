// Finds English words that say how often something recurs, and on which day it happens first.

import type { WallMs } from './local-time.ts';
import { monthNames } from './month-names.ts';
import { computeWeekday, type Recurrence } from './recurrence.ts';

export interface FoundRecurrence {
  readonly recurrence: Recurrence;
  /** The position of the words that say how often. */
  readonly start: number;
  readonly end: number;
  /** The plan's first date, in words that the date library can read. */
  readonly first: string;
}

const dayMs = 86_400_000;
const weekdayNames = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'] as const;
const weekday = `(?:${weekdayNames.join('|')})day`;
const and = String.raw`(?:,\s?|\s?&\s?|\s(?:and|or)\s)`;
const weekdays = `${weekday}s?(?:${and}${weekday}s?){0,6}`;
const ordinal = String.raw`(?<date>\d{1,2})(?:st|nd|rd|th)`;
/** Numbers above one, as words. */
export const numbers: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const counts: Readonly<Record<string, number>> = {
  other: 2,
  second: 2,
  third: 3,
  fourth: 4,
  ...numbers,
  twelve: 12,
};
const count = String.raw`(?:(?<count>${Object.keys(counts).join('|')}|\d{1,2})\s)?`;
const units = 'hour|day|morning|afternoon|evening|night|weekday|weekend|week|fortnight|month|year';
/** "Daily" says how often only if no noun follows: "a daily report" does not recur. */
const clauseEnd = String.raw`(?=\s*(?:$|[.,;:!?)]|(?:at|on|in|from|until|till|starting|for|with|and)\b))`;

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:every|each)\s${count}(?<days>${weekdays})\b`, 'iu'),
  new RegExp(String.raw`\b(?:on\s)?the\s${ordinal}\sof\s(?:every|each)\smonth\b`, 'iu'),
  new RegExp(
    String.raw`\b(?:every|each)\s${count}(?<unit>${units})s?\b(?:\son\s(?:(?<days>${weekdays})|the\s${ordinal})\b)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?<often>once|twice|three times|four times)\s(?:a|per|every|each)\s(?<unit>day|week|month|year)\b(?:\son\s(?<days>${weekdays})\b)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?<adverb>hourly|daily|nightly|weekly|fortnightly|monthly|yearly|annually)(?:\son\s(?:(?<days>${weekdays})|the\s${ordinal})\b|${clauseEnd})`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:on\s)?(?<days>${weekday}s(?:${and}${weekday}s){0,6})\b`, 'iu'),
];

const adverbUnits: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  weekly: 'week',
  fortnightly: 'fortnight',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
};
const timesOfDay: Readonly<Record<string, readonly number[]>> = {
  twice: [9, 21],
  'three times': [8, 14, 20],
  'four times': [8, 12, 16, 20],
};
/** The days of the week for something that recurs several times a week, from 0 for Sunday. */
const timesOfWeek: Readonly<Record<string, readonly number[]>> = {
  twice: [1, 4],
  'three times': [1, 3, 5],
  'four times': [1, 2, 4, 5],
};
/** Most plans do not recur, and this pattern quickly rules them out. */
const hints = /every|each|once|twice|times|ly\b|days\b/iu;

/** Returns undefined if the words name no recurrence. */
export function findRecurrence(text: string, wallMs: WallMs): FoundRecurrence | undefined {
  for (const pattern of hints.test(text) ? patterns : []) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const said = parseWords(match.groups ?? {});
    const built = said && buildRecurrence(said, wallMs);
    if (built !== undefined) return { ...built, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

interface SaidRecurrence {
  readonly unit: string;
  readonly count: number;
  readonly often: string;
  readonly weekdays: readonly number[];
  /** The day of the month. */
  readonly date: number | undefined;
}

/** Returns undefined if a number makes no sense. */
function parseWords(groups: Readonly<Record<string, string | undefined>>): SaidRecurrence | undefined {
  const { count: counted = '1', days = '', date, adverb = '', often = 'once' } = groups;
  const each = counts[counted.toLowerCase()] ?? Number(counted);
  const dateNumber = date === undefined ? undefined : Number(date);
  if (each < 1 || (dateNumber !== undefined && (dateNumber < 1 || dateNumber > 31))) return undefined;
  const lower = days.toLowerCase();
  const named = weekdayNames.flatMap((name, at) => (lower.includes(`${name}day`) ? [at] : []));
  const unit = groups['unit']?.toLowerCase() ?? adverbUnits[adverb.toLowerCase()];
  const implied = dateNumber === undefined ? 'week' : 'month';
  return {
    unit: unit ?? implied,
    count: each,
    often: often.toLowerCase(),
    weekdays: named,
    date: dateNumber,
  };
}

type Built = Pick<FoundRecurrence, 'recurrence' | 'first'>;

function buildRecurrence(said: SaidRecurrence, wallMs: WallMs): Built | undefined {
  const today = Math.floor(wallMs / dayMs);
  const { unit, count: each, often, weekdays: days, date } = said;
  if (unit === 'hour') return { recurrence: { unit: 'hours', count: each }, first: `in ${each} hours` };
  if (days.length > 0) return buildWeekly(days, each, today);
  if (unit === 'weekday') return buildWeekly([1, 2, 3, 4, 5], each, today);
  if (unit === 'weekend') return buildWeekly([6], each, today);
  if (unit === 'week') return buildWeeklyFrom(today, each, often);
  if (unit === 'fortnight') return buildWeeklyFrom(today, 2 * each, 'once');
  if (unit === 'month' || unit === 'year') return often === 'once' ? buildDated(said, wallMs) : undefined;
  if (date !== undefined) return undefined;
  return buildDaily(said, wallMs);
}

function buildWeekly(days: readonly number[], each: number, today: number): Built {
  const first = [0, 1, 2, 3, 4, 5, 6].find((later) => days.includes(computeWeekday(today + later))) ?? 0;
  return {
    recurrence: { unit: 'weeks', count: each, weekdays: days },
    first: renderCalendarDay((today + first) * dayMs),
  };
}

function buildWeeklyFrom(today: number, each: number, often: string): Built {
  const days = timesOfWeek[often];
  if (days !== undefined) return buildWeekly(days, each, today);
  return {
    recurrence: { unit: 'weeks', count: each },
    first: renderCalendarDay((today + 7 * each) * dayMs),
  };
}

function buildDated({ unit, count: each, date }: SaidRecurrence, wallMs: WallMs): Built | undefined {
  const recurrence = { unit: unit === 'year' ? 'years' : 'months', count: each } as const;
  if (date !== undefined) {
    const first = findDayOfMonth(wallMs, date);
    return unit === 'year' || first === undefined
      ? undefined
      : { recurrence: { ...recurrence, date }, first: renderCalendarDay(first) };
  }
  return { recurrence, first: `in ${each} ${recurrence.unit}` };
}

/** "Every morning" names a part of the day, which is left to the date library. */
function buildDaily({ unit, count: each, often }: SaidRecurrence, wallMs: WallMs): Built {
  const hours = timesOfDay[often];
  const day = renderCalendarDay(wallMs);
  if (hours === undefined)
    return { recurrence: { unit: 'days', count: each }, first: unit === 'day' ? day : `${day} ${unit}` };
  return { recurrence: { unit: 'days', count: each, hours }, first: `${day} at ${hours[0]}:00` };
}

/** Midnight of the next day with this number, today included, in a month that has such a day. */
export function findDayOfMonth(wallMs: WallMs, date: number): WallMs | undefined {
  const today = Math.floor(wallMs / dayMs);
  for (let day = today; day < today + 62; day += 1)
    if (new Date(day * dayMs).getUTCDate() === date) return day * dayMs;
  return undefined;
}

/** Renders a day such as "24 June 2026". */
export function renderCalendarDay(wallMs: WallMs): string {
  const day = new Date(wallMs);
  return `${day.getUTCDate()} ${monthNames[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}
