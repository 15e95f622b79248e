// Finds English words that say how often something recurs, and on which day it happens first.

import {
  computeDay,
  findDate,
  findDateFrom,
  findWeekdayFrom,
  readYearMonth,
  renderDay,
} from './calendar-days.ts';
import {
  dateWords,
  monthWords,
  numbers,
  parseDate,
  parseMonth,
  parsePlace,
  parseWeekday,
  placeWords,
  weekdayWords,
} from './date-words.ts';
import { feastWords, isFixedFeast, listFeastDays } from './feast-days.ts';
import { findTimesBeside } from './listed-times.ts';
import type { WallMs } from './local-time.ts';
import { computeWeekday, findFirstDay, type Recurrence } from './recurrence.ts';
import { findRecurrenceEnd, type RecurrenceClock } from './recurrence-end.ts';
import { findSoon, laterWords, listSoon, soonWords } from './soon-days.ts';

export interface FoundRecurrence {
  readonly recurrence: Recurrence;
  /** The position of the words that say how often. */
  readonly start: number;
  readonly end: number;
  /** The plan's first date, in words that the date library can read. */
  readonly first: string;
}

const counts: Readonly<Record<string, number>> = {
  other: 2,
  alternate: 2,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  half: 0.5,
  ...numbers,
  twelve: 12,
};
const every = String.raw`\b(?:every|each)(?:\ssingle)?\s`;
const and = String.raw`(?:,\s?(?:and\s)?|\s?&\s?|\s(?:and|or)\s)(?:on\s)?`;
const weekdays = `${weekdayWords}s?(?:${and}${weekdayWords}s?){0,6}`;
const to = String.raw`\s?(?:to|till|until|through|–|-)\s?`;
const range = `(?<from>${weekdayWords})s?${to}(?<until>${weekdayWords})s?`;
const count = String.raw`(?:(?<count>${Object.keys(counts).join('|')}|\d{1,3})\s)?`;
const units =
  'hour|day|morning|afternoon|evening|night|weekday|workday|working day|business day|school day|weekend|week|fortnight|month|quarter|year';
const dates = String.raw`(?<dates>(?:${dateWords})(?:${and}(?:the\s)?(?:${dateWords}))*)`;
const ofMonth = String.raw`\sof\s(?:every|each|the)\smonth\b`;
const yearDay = String.raw`(?:the\s)?(?:(?<date>\d{1,2})(?:st|nd|rd|th)?(?:\sof)?\s(?<month>${monthWords})\b|(?<month>${monthWords})\s(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?\b|(?<feast>${feastWords})\b)`;
/** Matches what may follow a word such as "daily": in "a daily report", a noun follows, so nothing recurs. */
const clauseEnd = String.raw`(?=\s*(?:$|[.,;:!?)]|(?:at|on|in|from|until|till|starting|for|with|and|to)\b))`;
/**
 * Matches "of every month", "every month" and ", monthly", but not "the 2nd monthly instalment", which comes
 * once.
 */
const everyMonth = String.raw`(?:,?\s(?:of\s|in\s)?(?:every|each)\smonth\b|,?\smonthly${clauseEnd})`;
const partOfDay = 'morning|afternoon|evening|night';
const except = String.raw`(?:except|excluding|but|save|apart\sfrom|other\sthan)\s(?:for\s)?(?:on\s|at\s|the\s)*`;

const patterns: readonly RegExp[] = [
  // Matches "every first Monday" or "on the last Friday of every month".
  String.raw`${every}(?<place>first|last|1st)\s(?<thing>${weekdayWords}|day)\b(?:\s(?:of|in)\s(?:the|every|each)\smonth\b)?`,
  String.raw`${every}(?<place>${placeWords})\s(?<thing>${weekdayWords}|day)\s(?:of|in)\s(?:the|every|each)\smonth\b`,
  String.raw`\b(?:on\s)?the\s(?<place>${placeWords})\s(?<thing>${weekdayWords}|day)${everyMonth}`,
  // Matches "every Monday to Friday" or "Mondays to Fridays".
  String.raw`${every}${range}\b`,
  String.raw`\b(?:on\s|from\s)?(?<from>${weekdayWords})s${to}(?<until>${weekdayWords})s\b`,
  // Matches "every year on 5 May", "every 5th of May" or "yearly on Christmas Eve".
  String.raw`(?:${every}year,?|\b(?:yearly|annually|once\sa\syear),?)\s(?:on\s|at\s)?${yearDay}`,
  String.raw`\b(?:on\s|at\s)?${yearDay},?\s(?:of\s)?(?:(?:every|each)\syear|yearly|annually|once\sa\syear)\b`,
  `${every}${yearDay}`,
  String.raw`(?!each\s(?:may|mar)\b)${every}(?<month>${monthWords})\b(?!\s\d)`,
  // Matches "on the 1st and 15th of every month" or "every 15th".
  String.raw`\b(?:on\s)?the\s${dates}${everyMonth}`,
  `${every}${dates}${ofMonth}`,
  String.raw`${every}(?!(?:first|second|third|fourth|fifth)\b)${dates}${clauseEnd}`,
  // Matches "every day except Sunday" or "daily except at weekends".
  String.raw`(?:${every}(?<unit>day|weekday|workday|school day|${partOfDay})|\b(?<adverb>daily|nightly)),?\s${except}(?<except>weekends|${weekdays})\b`,
  // Matches "every Monday and Thursday", "every other week on Tuesday" or "every 20 minutes".
  String.raw`${every}${count}(?<days>${weekdays})(?:\s(?<part>${partOfDay})s\b|\b)`,
  String.raw`${every}(?<count>half|\d{1,3}|${Object.keys(numbers).join('|')})\s(?:an?\s)?(?<unit>minute|hour|year)s?\b`,
  String.raw`${every}quarter\sof\san\s(?<quarter>hour)\b`,
  String.raw`${every}${count}(?<unit>${units})s?\b(?:\son\s(?:(?<days>${weekdays})|the\s${dates})(?!\sfloor)\b)?`,
  String.raw`\b(?<often>once|twice|three times|four times)\s(?:a|per|every|each)\s(?<unit>day|week|fortnight|month|year)\b(?:\son\s(?:(?<days>${weekdays})|the\s${dates})\b)?`,
  String.raw`\b(?<adverb>hourly|daily|nightly|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually)(?:\son\s(?:(?<days>${weekdays})|the\s${dates})\b|${clauseEnd})`,
  String.raw`\b(?:on\s)?(?<count>alternate)\s(?:(?<days>${weekdayWords}s(?:${and}${weekdayWords}s){0,6})|(?<unit>day|week|weekend|month|year)s)\b`,
  // Matches "on Mondays and Thursdays", "on Wednesday evenings" or "on weekdays".
  String.raw`\b(?:on\s)?(?<days>${weekdays})\s(?<part>${partOfDay})s\b`,
  String.raw`\b(?:on\s)?(?<days>${weekdayWords}s(?:${and}${weekdayWords}s){0,6})\b(?!\s(?:ago|from\snow)\b)`,
  String.raw`(?:\b(?:on|at)\s|^)(?<plural>weekday|workday|weekend)s\b(?:\s(?<part>${partOfDay})s\b)?`,
  String.raw`\b(?:on\s)?(?<plural>weekday|workday)\s(?<part>${partOfDay})s\b`,
  // Matches "on Monday and Thursday", "from Monday to Friday" or "on the 3rd and the 17th". The plan does not
  // come again after the last of these days.
  String.raw`\bon\s(?<listed>${weekdayWords}(?:${and.replace('|or', '')}${weekdayWords}){1,6})\b`,
  String.raw`\bon\sthe\s(?<listedDates>(?:${dateWords})(?:${and.replace('|or', '')}(?:the\s)?(?:${dateWords}))+)(?!\s(?:of|${monthWords}|floor)\b)`,
  String.raw`\bfrom\s(?<first>${weekdayWords})${to}(?<last>${weekdayWords})\b`,
  // Matches "tomorrow and on Friday" or "today, on Friday and on Sunday".
  String.raw`\b(?<soon>${soonWords})(?<later>(?:${and.replace('|or', '')}(?:${laterWords})){1,6})\b`,
  // Matches the day in "at 9 and at 5 tomorrow"; counts only if several times are named.
  String.raw`\b(?:on\s)?(?<day>${soonWords}|${weekdayWords})\b`,
].map((pattern) => new RegExp(pattern, 'iu'));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const adverbUnits: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  weekly: 'week',
  fortnightly: 'fortnight',
  biweekly: 'fortnight',
  monthly: 'month',
  quarterly: 'quarter',
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
const workdays = [1, 2, 3, 4, 5];
/** Most plans do not recur, and this pattern quickly rules them out. */
const hints =
  /every|each|alternate|once|twice|times|ly\b|(?:day|end|morning|afternoon|evening|night)s\b|\bon\sthe\s|day\b.*(?:\b(?:and|to|till|until|through)\b|[&,–-])|\b(?:today|tomorrow)\b.*\band\b|\band\b.*(?:day|tomorrow)\b/iu;

/** Returns undefined if the words name no recurrence. */
export function findRecurrence(
  text: string,
  { wallMs, saidMs = wallMs, timeZone }: RecurrenceClock,
): FoundRecurrence | undefined {
  for (const pattern of hints.test(text) ? patterns : []) {
    const match = pattern.exec(text);
    const built = match === null ? undefined : buildRecurrence(match.groups ?? {}, { wallMs, saidMs });
    if (match === null || built === undefined) continue;
    const found = withTimes(text, { ...built, start: match.index, end: match.index + match[0].length });
    if (found.recurrence.isOneDay === true && !isStillOpen(found, wallMs)) continue;
    return withEnd(text, found, { wallMs, saidMs, timeZone });
  }
  return undefined;
}

/** Whether several times of the day are named, and the last of them is still to come. */
function isStillOpen({ recurrence: { hours = [] }, first }: FoundRecurrence, wallMs: WallMs): boolean {
  const isToday = first.startsWith(renderDay(computeDay(wallMs)));
  return hours.length > 0 && !(isToday && (hours.at(-1) ?? 0) * hourMs <= wallMs % dayMs);
}

/** Adds the last day, as in "every Tuesday until Christmas". */
function withEnd(text: string, found: FoundRecurrence, clock: RecurrenceClock): FoundRecurrence {
  const { recurrence } = found;
  const ending = findRecurrenceEnd(text, found.end, { ...clock, recurrence });
  return ending === undefined
    ? found
    : { ...found, recurrence: { ...recurrence, untilDay: ending.untilDay } };
}

/** Adds several times of day that are named right before or after the words: "every day at 9 and at 21". */
function withTimes(text: string, found: FoundRecurrence): FoundRecurrence {
  const { recurrence, first } = found;
  const kind = { isHabit: isHabit(recurrence), isOneDay: recurrence.isOneDay === true };
  const times = recurrence.unit === 'hours' ? undefined : findTimesBeside(text, found, kind);
  if (times === undefined) return found;
  const { start, end, hours } = times;
  const [earliest = 0] = hours;
  const minutes = Math.round((earliest % 1) * 60);
  const clock = `${Math.floor(earliest)}:${String(minutes).padStart(2, '0')}`;
  return { recurrence: { ...recurrence, hours }, start, end, first: `${first} at ${clock}` };
}

/**
 * Whether something is a habit, which may be early as well as late: it recurs by days, or on more than two days of
 * the week.
 */
function isHabit({ unit, weekdays = [], isOneDay = false }: Recurrence): boolean {
  return !isOneDay && (unit === 'days' || weekdays.length > 2);
}

type Groups = Readonly<Record<string, string | undefined>>;
type Built = Pick<FoundRecurrence, 'recurrence' | 'first'>;

/**
 * Undefined if there is no such recurrence, as for "the 40th of every month", or if `Recurrence` cannot express it,
 * as for "every Easter".
 */
function buildRecurrence(
  groups: Groups,
  { wallMs, saidMs }: { readonly wallMs: WallMs; readonly saidMs: WallMs },
): Built | undefined {
  const today = computeDay(wallMs);
  const { place, month, feast, listed, first, except: left } = groups;
  if (left !== undefined) return buildExcept(groups, left, today);
  if (place !== undefined) return buildPlaced(groups, today);
  if (month !== undefined || feast !== undefined) return buildYearly(groups, today);
  if (listed !== undefined) return buildListed(listWeekdays(listed), today);
  if (groups['soon'] !== undefined) return buildSoon(groups, saidMs);
  if (groups['day'] !== undefined) return buildOneDay(groups['day'], today);
  if (first !== undefined) return buildListed(listRange(first, groups['last']), today);
  if (groups['listedDates'] !== undefined) return buildListedDates(listDates(groups['listedDates']), today);
  return buildRegular(groups, today);
}

function listWeekdays(said: string): readonly number[] {
  return [...said.matchAll(new RegExp(weekdayWords, 'giu'))].map(([name]) => parseWeekday(name));
}

function listRange(from = '', until = ''): readonly number[] {
  const [start, end] = [parseWeekday(from), parseWeekday(until)];
  return Array.from({ length: ((end - start + 7) % 7) + 1 }, (_, at) => (start + at) % 7);
}

/** Builds a recurrence on one day of each month, such as "every first Monday" or "every last day of the month". */
function buildPlaced({ place = '', thing = '' }: Groups, today: number): Built | undefined {
  const number = parsePlace(place);
  const isDay = thing.toLowerCase() === 'day';
  const recurrence: Recurrence = isDay
    ? { unit: 'months', count: 1, dates: [number < 0 ? 31 : number] }
    : { unit: 'months', count: 1, weekdays: [parseWeekday(thing)], place: number };
  return buildFrom(recurrence, today);
}

/** Builds the recurrence together with the first of its days that is not before the day `from`. */
function buildFrom(recurrence: Recurrence, from: number): Built | undefined {
  const first = findFirstDay(recurrence, from);
  return first === undefined ? undefined : { recurrence, first: renderDay(first) };
}

function buildYearly({ date = '1', month, feast }: Groups, today: number): Built | undefined {
  const { year } = readYearMonth(today);
  if (feast !== undefined && !isFixedFeast(feast)) return undefined;
  const days =
    month === undefined
      ? listFeastDays(feast ?? '', [year, year + 1]).map(computeDay)
      : [year, year + 1, year + 2, year + 3, year + 4].map((one) =>
          findDate({ year: one, month: parseMonth(month) }, Number(date)),
        );
  const first = days.find((day) => day !== undefined && day >= today);
  if (first === undefined) return undefined;
  const dates = month === undefined ? undefined : [Number(date)];
  return { recurrence: { unit: 'years', count: 1, dates }, first: renderDay(first) };
}

/** Builds a recurrence on all days, or on all workdays, except those that are left out. */
function buildExcept({ unit = 'day', adverb = '' }: Groups, left: string, today: number): Built | undefined {
  const isWorkday = /weekday|workday|school/iu.test(unit);
  const out = /^weekends$/iu.test(left) ? [0, 6] : listWeekdays(left);
  const days = (isWorkday ? workdays : [0, ...workdays, 6]).filter((day) => !out.includes(day));
  if (days.length === 0) return undefined;
  const part = adverb.toLowerCase() === 'nightly' ? 'night' : unit.toLowerCase();
  const built = buildWeekly(days, 1, today);
  return isWorkday || part === 'day' ? built : { ...built, first: `${built.first} ${part}` };
}

/** Builds a recurrence that comes once on each of the days, in the order in which they were said. */
function buildListed(weekdays: readonly number[], today: number): Built {
  const [first = 0, last = first] = [weekdays[0], weekdays.at(-1)];
  return {
    recurrence: { unit: 'weeks', count: 1, weekdays, lastWeekday: last },
    first: renderDay(findWeekdayFrom(today, first)),
  };
}

function buildSoon({ soon = '', later = '' }: Groups, saidMs: WallMs): Built {
  const saidDay = computeDay(saidMs);
  return { recurrence: listSoon(soon, later, saidDay), first: renderDay(findSoon(soon, saidDay)) };
}

function buildOneDay(said: string, today: number): Built {
  const isWeekday = new RegExp(`^${weekdayWords}$`, 'iu').test(said);
  const day = isWeekday ? findWeekdayFrom(today, parseWeekday(said)) : findSoon(said, today);
  return { recurrence: { unit: 'days', count: 1, isOneDay: true }, first: renderDay(day) };
}

function buildListedDates(dates: readonly number[], today: number): Built | undefined {
  const [first = 0, last = first] = [dates[0], dates.at(-1)];
  const day = findDateFrom(today, first);
  if (day === undefined || dates.some((date) => date < 1 || date > 31)) return undefined;
  return { recurrence: { unit: 'months', count: 1, dates, lastDate: last }, first: renderDay(day) };
}

function buildRegular(groups: Groups, today: number): Built | undefined {
  const { days = '', from, until, plural, part, quarter, often: said = 'once' } = groups;
  const each = quarter === undefined ? readCount(groups) : 0.25;
  const often = said.toLowerCase();
  if (each <= 0) return undefined;
  const named = from === undefined ? listWeekdays(days) : listRange(from, until);
  const unit = quarter?.toLowerCase() ?? readUnit(groups, plural);
  const built =
    named.length > 0 ? buildWeekly(named, each, today) : buildUnit({ unit, each, often }, groups, today);
  return built === undefined || part === undefined ? built : { ...built, first: `${built.first} ${part}` };
}

function readCount({ count: said = '1' }: Groups): number {
  return counts[said.toLowerCase()] ?? Number(said);
}

function readUnit({ unit, adverb = '', dates: said }: Groups, plural: string | undefined): string {
  const named = plural === undefined ? unit?.toLowerCase() : `${plural.toLowerCase()}s`;
  return named ?? adverbUnits[adverb.toLowerCase()] ?? (said === undefined ? 'week' : 'month');
}

interface SaidUnit {
  readonly unit: string;
  readonly each: number;
  readonly often: string;
}

function buildUnit(
  { unit, each, often }: SaidUnit,
  { dates: said }: Groups,
  today: number,
): Built | undefined {
  if (said !== undefined) return unit === 'month' ? buildMonthly(listDates(said), each, today) : undefined;
  switch (unit) {
    case 'minute':
      return { recurrence: { unit: 'hours', count: each / 60 }, first: `in ${each} minutes` };
    case 'hour':
      return {
        recurrence: { unit: 'hours', count: each },
        first: each < 1 ? `in ${each * 60} minutes` : `in ${each} hours`,
      };
    case 'weekends':
      return buildWeekly([0, 6], each, today);
    case 'weekend':
      return buildWeekly([0], each, today);
    case 'week':
      return buildWeeklyFrom(today, each, often);
    case 'fortnight':
      return buildFortnightly(today, each, often);
    case 'month':
      return often === 'twice' ? buildMonthly([1, 15], each, today) : buildDated('months', each, often);
    case 'quarter':
      return buildDated('months', 3 * each, often);
    case 'year':
      return each < 1 ? buildDated('months', 12 * each, often) : buildDated('years', each, often);
    default:
      return /weekday|workday|\sday/u.test(unit)
        ? buildWeekly(workdays, each, today)
        : buildDaily({ unit, each, often }, today);
  }
}

function listDates(said: string): readonly number[] {
  return [...said.matchAll(new RegExp(dateWords, 'giu'))].map(([one]) => parseDate(one));
}

function buildMonthly(days: readonly number[], each: number, today: number): Built | undefined {
  if (days.some((one) => one < 1 || one > 31)) return undefined;
  return buildFrom({ unit: 'months', count: each, dates: days }, today);
}

function buildWeekly(days: readonly number[], each: number, today: number): Built {
  const first = [0, 1, 2, 3, 4, 5, 6].find((later) => days.includes(computeWeekday(today + later))) ?? 0;
  return {
    recurrence: { unit: 'weeks', count: each, weekdays: days },
    first: renderDay(today + first),
  };
}

function buildWeeklyFrom(today: number, each: number, often: string): Built {
  const days = timesOfWeek[often];
  if (days !== undefined) return buildWeekly(days, each, today);
  return { recurrence: { unit: 'weeks', count: each }, first: renderDay(today + 7 * each) };
}

/** Twice a fortnight is once a week. */
function buildFortnightly(today: number, each: number, often: string): Built | undefined {
  if (often === 'once') return buildWeeklyFrom(today, 2 * each, often);
  const ofWeek = ({ twice: 'once', 'four times': 'twice' } as Record<string, string>)[often];
  return ofWeek === undefined ? undefined : buildWeeklyFrom(today, each, ofWeek);
}

function buildDated(unit: 'months' | 'years', each: number, often: string): Built | undefined {
  if (often !== 'once') return undefined;
  return { recurrence: { unit, count: each }, first: `in ${each} ${unit}` };
}

/** Leaves a part of the day, as in "every morning", to the date library. */
function buildDaily({ unit, each, often }: SaidUnit, today: number): Built {
  const hours = timesOfDay[often];
  const day = renderDay(today);
  if (hours === undefined)
    return { recurrence: { unit: 'days', count: each }, first: unit === 'day' ? day : `${day} ${unit}` };
  return { recurrence: { unit: 'days', count: each, hours }, first: `${day} at ${hours[0]}:00` };
}
