// Day rules: English words for days that the date library does not know, and the days that they mean.

import {
  buildDay,
  computeDay,
  findDate,
  findDateFrom,
  findPlaced,
  findWeekdayFrom,
  findWeekdayOfWeek,
  readYearMonth,
  renderDay,
  type YearMonth,
} from './calendar-days.ts';
import {
  countWords,
  dateWords,
  monthWords,
  parseCount,
  parseDate,
  parseMonth,
  parsePlace,
  parseWeekday,
  placeWords,
  shortWeekdays,
  spelledDates,
  weekdayWords,
} from './date-words.ts';
import { feastWords, listFeastDays } from './feast-days.ts';
import type { WallMs } from './local-time.ts';

export type Groups = Readonly<Record<string, string | undefined>>;

export interface DayRule {
  readonly pattern: RegExp;
  /** Words that the date library can read; undefined if the words mean no day. */
  readonly render: (groups: Groups, wallMs: WallMs, side?: Side) => string | undefined;
}

/** Whether words for a day mean the next such day, or the most recent one. */
export type Side = 'coming' | 'past';

type FindDay = (groups: Groups, today: number, side: Side) => number | undefined;

function buildRule(pattern: string, findDay: FindDay): DayRule {
  return {
    pattern: new RegExp(pattern, 'iu'),
    render: (groups, wallMs, side = 'coming') => {
      const found = findDay(groups, computeDay(wallMs), side);
      return found === undefined ? undefined : renderDay(found);
    },
  };
}

/** The days are in the order of time. Chooses the next one or the most recent one, each of which may be today. */
function chooseSide(days: readonly (number | undefined)[], today: number, side: Side): number | undefined {
  const known = days.filter((day) => day !== undefined);
  return side === 'coming' ? known.find((day) => day >= today) : known.findLast((day) => day <= today);
}

function listMonths({ year, month }: YearMonth, from: number, to: number): readonly YearMonth[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ year, month: month + from + at }));
}

const lead = String.raw`\b(?:(?:on|by|before|until|till|at|in|from|around|over)\s)?`;
const weekday = `(?<weekday>${weekdayWords})`;
const year = String.raw`(?:,?\s(?<year>\d{4})\b)?`;
/** Matches what may follow a day of the month, so that "second floor" is not read as a date. */
const dayEnd = String.raw`(?=\s*(?:$|[.,;:!?)]|(?:at|in|around|from|until|to|with|for|and|or|before|after|morning|noon|afternoon|evening|night|i|we|she|he|they|my|our|the|please)\b))`;

/** Finds the day that words such as "on the 7th" or "the 31st of next month" mean. */
function findDayOfMonth({ date = '', of = '' }: Groups, today: number): number | undefined {
  const { year: now, month: current } = readYearMonth(today);
  const isNext = of.toLowerCase() === 'next';
  return findDateFrom(isNext ? buildDay({ year: now, month: current + 1 }, 1) : today, parseDate(date));
}

/** How many months back and ahead are searched for a day such as Friday the 13th. */
const farthestMonths = 14;

/**
 * Finds the day that "Monday the 7th" means: a 7th that is a Monday. If a month is named too, the weekday is
 * ignored.
 */
function findWeekdayDate(groups: Groups, today: number, side: Side): number | undefined {
  const { weekday: name = '', date = '', month, year: said } = groups;
  if (month !== undefined) return findYearDay({ date, month, year: said }, today, side);
  const wanted = parseWeekday(name);
  const near = listMonths(readYearMonth(today), -farthestMonths, farthestMonths);
  const days = near.map((one) => findDate(one, parseDate(date)));
  return chooseSide(
    days.filter((day) => day !== undefined && findWeekdayFrom(day, wanted) === day),
    today,
    side,
  );
}

/** Finds the day that words such as "5 May", "the 6th" or "Christmas" mean. */
function findYearDay(
  { date = '', month, year: said, feast }: Groups,
  today: number,
  side: Side,
): number | undefined {
  const { year: now } = readYearMonth(today);
  const years = said === undefined ? [now - 1, now, now + 1] : [Number(said)];
  if (feast !== undefined) return chooseSide(listFeastDays(feast, years).map(computeDay), today, side);
  if (month === undefined) return findDayOfMonth({ date }, today);
  const days = years.map((one) => findDate({ year: one, month: parseMonth(month) }, parseDate(date)));
  return said === undefined ? chooseSide(days, today, side) : days[0];
}

/** Finds a 29 February: the next one, or the most recent one. */
function findLeapDay(_: Groups, today: number, side: Side): number | undefined {
  const { year: now } = readYearMonth(today);
  const years = Array.from({ length: 17 }, (_one, at) => now - 8 + at);
  return chooseSide(
    years.map((one) => findDate({ year: one, month: 1 }, 29)),
    today,
    side,
  );
}

/**
 * Finds the day that words such as "the last Friday of December", "the first weekend in June" or "the last
 * week of the month" mean.
 */
function findPlacedDay(groups: Groups, today: number, side: Side): number | undefined {
  const { place = '', thing = '' } = groups;
  const number = parsePlace(place);
  const days = listNamedMonths(groups, today, number).map((month) => {
    if (thing.toLowerCase() === 'week') return findDate(month, number < 0 ? 25 : number * 7 - 6);
    if (thing.toLowerCase() !== 'weekend')
      return findPlaced(month, number, thing.toLowerCase() === 'day' ? undefined : parseWeekday(thing));
    const saturday = findPlaced(month, number, 6);
    return saturday === undefined ? undefined : saturday + 1;
  });
  return chooseSide(days, today, side);
}

/**
 * The months that may be meant, in the order of time, such as the Decembers of three years for "December". A year is
 * represented by its first month, or by its last one if `place` is negative.
 */
function listNamedMonths(groups: Groups, today: number, place = 1): readonly YearMonth[] {
  const { month, year: said, of = '', unit = '' } = groups;
  const now = readYearMonth(today);
  const isNext = of.toLowerCase() === 'next';
  if (month !== undefined) {
    const years = said === undefined ? [now.year - 1, now.year, now.year + 1] : [Number(said)];
    return years.map((one) => ({ year: one, month: parseMonth(month) }));
  }
  if (unit.toLowerCase() === 'month') return isNext ? listMonths(now, 1, 1) : listMonths(now, -1, 1);
  const years = isNext ? [now.year + 1] : [now.year - 1, now.year, now.year + 1];
  return years.map((one) => ({ year: one, month: place < 0 ? 11 : 0 }));
}

const parts: Readonly<Record<string, number>> = { begin: 0, start: 0, early: 0, mid: 1, end: 2, late: 2 };

/**
 * Finds the day that words such as "the end of May", "mid-December", "early next week" or "the middle of next
 * month" mean.
 */
function findPart(groups: Groups, today: number, side: Side): number | undefined {
  const { part = '', of = '', unit = '' } = groups;
  const at = Object.entries(parts).find(([name]) => part.toLowerCase().startsWith(name))?.[1] ?? 0;
  if (unit.toLowerCase() === 'week') {
    const isLate = part.toLowerCase() === 'late';
    const day = findWeekdayOfWeek(
      today,
      [1, 3, isLate ? 5 : 0][at] ?? 1,
      of.toLowerCase() === 'next' ? 1 : 0,
    );
    return day >= today ? day : undefined;
  }
  if (unit.toLowerCase() === 'year') {
    const months = listNamedMonths(groups, today);
    return chooseSide(
      months.map(({ year: one }) => buildDay({ year: one, month: [0, 6, 12][at] ?? 0 }, at === 2 ? 0 : 1)),
      today,
      side,
    );
  }
  const days = listNamedMonths(groups, today).map((month) =>
    at === 2 && part.toLowerCase() !== 'late'
      ? findPlaced(month, -1, undefined)
      : findDate(month, [1, 15, 25][at] ?? 1),
  );
  return chooseSide(days, today, side);
}

/** The Sunday of the last weekend before a day, or of the first one after it. */
function findWeekendBeside(day: number, isBefore: boolean): number {
  return isBefore ? findWeekdayFrom(day - 7, 0) : findWeekdayFrom(day + 1, 6) + 1;
}

/**
 * Finds the day that words such as "the day after Christmas", "two weeks before 5 May" or "the Friday before
 * Easter" mean.
 */
function findBeside(groups: Groups, today: number): number | undefined {
  const { count, unit = 'day', side = '', weekday: name } = groups;
  const isBefore = side.toLowerCase() === 'before';
  const days = name === undefined ? parseCount(count) * (unit.toLowerCase() === 'week' ? 7 : 1) : 0;
  const findFrom = (from: number) => {
    const target = findYearDay(groups, from, 'coming');
    if (target === undefined) return undefined;
    if (unit.toLowerCase() === 'weekend') return findWeekendBeside(target, isBefore);
    if (name === undefined) return target + (isBefore ? -days : days);
    return findWeekdayFrom(isBefore ? target - 7 : target + 1, parseWeekday(name));
  };
  return chooseSide([findFrom(today), findFrom(today + 1 + days)], today, 'coming');
}

function renderBeside(groups: Groups, wallMs: WallMs): string | undefined {
  const day = findBeside(groups, computeDay(wallMs));
  const part = groups['part'] === undefined ? '' : ` ${groups['part']}`;
  return day === undefined ? undefined : `${renderDay(day)}${part}`;
}

/** Renders words such as "the evening of 5 December" in a form that the date library reads. */
function renderPart(groups: Groups, wallMs: WallMs): string | undefined {
  const day = findYearDay(groups, computeDay(wallMs), 'coming');
  return day === undefined ? undefined : `${renderDay(day)} ${groups['part']}`;
}

function findWeekend({ which = 'this', after }: Groups, today: number): number {
  const weeks = which.toLowerCase() === 'next' ? 1 : 0;
  return findWeekdayOfWeek(today, 0, after === undefined ? weeks : 2);
}

/**
 * For "the weekend of 5 December", finds the weekend's last day; for "the week of 5 December", the day that
 * is named.
 */
const findDated: FindDay = (groups, today, side) => {
  const day = findYearDay(groups, today, side);
  return day === undefined || groups['unit']?.toLowerCase() !== 'weekend' ? day : findWeekdayFrom(day, 0);
};

/** For "Monday in two weeks", finds the Monday of the week that comes two weeks later. */
const findInWeeks: FindDay = ({ weekday: name = '', count }, today) =>
  findWeekdayOfWeek(today, parseWeekday(name), parseCount(count));

/** For "two weeks on Monday" and "Friday week", counts the weeks from the next Monday or Friday after today. */
const findWeeksFrom: FindDay = ({ weekday: name = '', count, fortnight }, today) =>
  findWeekdayFrom(today + 1, parseWeekday(name)) + 7 * parseCount(fortnight === undefined ? count : 'two');

const fromToday: FindDay = ({ count, fortnight, unit = 'week', today: said = 'today' }, today) =>
  today +
  (said.toLowerCase() === 'today' ? 0 : 1) +
  parseCount(fortnight === undefined ? count : 'two') * (unit.toLowerCase() === 'week' ? 7 : 1);

const seasons: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, winter: 11 };

/**
 * The next first day of a season, as for "by spring". During the season, words such as "this summer" mean its last
 * day.
 */
const findSeason: FindDay = ({ season = '', during }, today) => {
  const { year: now } = readYearMonth(today);
  const month = seasons[season.toLowerCase()] ?? 0;
  const days = [now - 1, now, now + 1].flatMap((year) => {
    const last = buildDay({ year, month: month + 3 }, 0);
    return [buildDay({ year, month }, 1), during === undefined ? undefined : last];
  });
  return chooseSide(days, today, 'coming');
};

/** For words such as "in March next year", finds the first day of the month. */
const findNextYear: FindDay = ({ month: said = '' }, today) =>
  buildDay({ year: readYearMonth(today).year + 1, month: parseMonth(said) }, 1);

const weeks = String.raw`(?:(?<count>${countWords})\sweeks?|a\s(?<fortnight>fortnight))`;
const month = String.raw`(?<month>${monthWords})\b\.?`;
const ofMonth = String.raw`(?:${month}${year}|(?<of>the|this|next)\s(?<unit>month|year)\b)`;
const partOf = String.raw`(?:(?:beginning|start|middle|end)\sof|early(?:\sin)?|mid|late(?:\sin)?)`;
/** In "how late may I call", "may" is not a month. */
const notVerb = String.raw`(?!\s(?:i|we|you|he|she|they|it|be|have|not)\b)`;
const yearDay = String.raw`(?:(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?(?:\sof)?\s${month}|${month}\s(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?|the\s(?<date>\d{1,2}(?:st|nd|rd|th))|(?<feast>${feastWords}))`;

const shortWeekday = String.raw`(?:(?:${shortWeekdays}),?\s)?`;
/** The words " and 6" in "5 and 6 December", or "-6" in "December 5-6". */
const toDay = String.raw`\s?(?:[-–/&]|and|or|to)\s?(?:the\s)?${shortWeekday}\d{1,2}(?:st|nd|rd|th)?`;
const spanOfDays = String.raw`(?:(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?(?:${toDay})?(?:\sof)?\s${month}|${month}\s(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?(?:${toDay})?|the\s(?<date>\d{1,2}(?:st|nd|rd|th))(?:${toDay})?${dayEnd}|(?<feast>${feastWords}))\b`;

/**
 * Rules for words such as "the last Friday of May", which mean the next such day in a plan, and the most recent one
 * in a question about the past.
 */
const placedDays: readonly DayRule[] = [
  buildRule(
    String.raw`${lead}(?:the\s)?(?<place>${placeWords})\s(?<thing>${weekdayWords}|day|week|weekend)\s(?:of|in)\s${ofMonth}`,
    findPlacedDay,
  ),
  buildRule(
    String.raw`${lead}(?:the\s)?(?<weekday>${shortWeekdays}),?\s(?:the\s(?<date>\d{1,2}(?:st|nd|rd|th)?|${spelledDates})|(?<date>\d{1,2}(?:st|nd|rd|th)))\b(?:(?:\sof)?\s${month}${year})?`,
    findWeekdayDate,
  ),
  buildRule(String.raw`${lead}(?:the\s)?(?<part>${partOf})[\s-]${ofMonth}${notVerb}`, findPart),
  buildRule(String.raw`${lead}${month}\sthe\s(?<date>${dateWords})(?![\p{L}\d])${year}`, findYearDay),
  buildRule(
    String.raw`${lead}(?:the\s)?(?:29(?:th)?(?:\sof)?\sfeb(?:ruary)?|feb(?:ruary)?\s(?:the\s)?29(?:th)?)\b(?!,?\s\d{4})`,
    findLeapDay,
  ),
];

/**
 * Replaces words such as "the last Friday of May" by the date of the most recent such day, which the date library can
 * read.
 */
export function translatePastDays(text: string, wallMs: WallMs): string {
  return placedDays.reduce(
    (read, { pattern, render }) =>
      read.replace(pattern, (said, ...found: readonly unknown[]) => {
        const groups = found.at(-1) as Groups;
        const day = groups['unit']?.toLowerCase() === 'year' ? undefined : render(groups, wallMs, 'past');
        return day === undefined ? said : `${choosePastLead(groups)} ${day}`;
      }),
    text,
  );
}

/**
 * Chooses the words before the date. "The first week of May" and "early May" become "in the week from 1 May", and
 * "mid-May" becomes "in the week around 15 May".
 */
function choosePastLead({ thing = '', part = '' }: Groups): string {
  if (thing.toLowerCase() === 'week' || /^(?:begin|start|early)/iu.test(part)) return 'in the week from';
  return part === '' ? 'on' : 'in the week around';
}

export const dayRules: readonly DayRule[] = [
  buildRule(
    String.raw`${lead}(?:(?:the|that)\s)?(?<unit>weekend|week)\s(?:of|from|starting|beginning)\s(?:on\s)?${shortWeekday}${spanOfDays}${year}`,
    findDated,
  ),
  buildRule(
    String.raw`${lead}(?:${shortWeekdays}),?\s(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?${toDay}(?:\sof)?\s${month}${year}`,
    findYearDay,
  ),
  ...placedDays,
  buildRule(String.raw`${lead}(?:the\s)?day\safter\stomorrow\b`, (_, today) => today + 2),
  // The words "at the end of the day" are not matched, because they may mean nothing but "after all".
  buildRule(
    String.raw`\b(?:by|before|until|till)\s(?:the\s)?(?:end|close)\sof\s(?:(?:the|this)\s)?(?:day|business)\b`,
    (_, today) => today,
  ),
  buildRule(
    String.raw`${lead}(?:the\s)?${weekday}\s(?:after\snext|but\sone)\b`,
    ({ weekday: name = '' }, today) => findWeekdayOfWeek(today, parseWeekday(name), 2),
  ),
  buildRule(String.raw`${lead}(?:the\s)?week\safter\snext\b`, (_, today) => today + 14),
  buildRule(
    String.raw`\bnext\sweek,?\s(?:on\s)?${weekday}\b|${lead}(?<weekday>${weekdayWords})(?:\sof|,)?\snext\sweek\b`,
    (groups, today, side) => findInWeeks({ ...groups, count: 'one' }, today, side),
  ),
  buildRule(
    String.raw`\bin\s(?<count>${countWords})\sweeks?(?:[’']?\stime)?,?\s(?:on\s)?${weekday}\b|${lead}(?<weekday>${weekdayWords})\sin\s(?<count>${countWords})\sweeks?\b(?:[’']?\stime\b)?`,
    findInWeeks,
  ),
  buildRule(String.raw`\b${weeks}\s(?:from|on)\s${weekday}\b`, findWeeksFrom),
  buildRule(String.raw`\b(?:on\s)?${weekday}\sweek\b`, findWeeksFrom),
  buildRule(
    String.raw`\b(?<count>${countWords})\s${weekday}s\sfrom\snow\b`,
    ({ weekday: name = '', count }, today) =>
      findWeekdayFrom(today + 1, parseWeekday(name)) + 7 * (parseCount(count) - 1),
  ),
  buildRule(
    String.raw`\b(?<count>${countWords})\s(?<unit>day|week)s?\sfrom\s(?<today>today|tomorrow)\b|\b${weeks}\s(?:from\s)?(?<today>today|tomorrow)\b|\b(?<today>today|tomorrow)\sweek\b`,
    fromToday,
  ),
  buildRule(
    String.raw`\b(?:on\s|by\s)?(?:the\s|this\s|the\snext\s)coming\s${weekday}\b`,
    ({ weekday: name = '' }, today) => findWeekdayFrom(today + 1, parseWeekday(name)),
  ),
  buildRule(
    String.raw`\b(?:(?<during>(?:(?:in|over)\s)?this\s|(?:in|over)\s(?:the\s)?(?!next\b))|(?:in|by|before|until|till|over|next)\s(?:the\s|next\s|this\s)?)(?<season>${Object.keys(seasons).join('|')})${dayEnd}`,
    findSeason,
  ),
  buildRule(
    String.raw`\bnext\syear,?\sin\s${month}|\b(?:in\s)?${month}\s(?:of\s)?next\syear\b`,
    findNextYear,
  ),
  {
    pattern: new RegExp(
      String.raw`\b(?:(?:on|in)\s)?the\s(?<part>morning|afternoon|evening|night)\sof\s${yearDay}\b`,
      'iu',
    ),
    render: renderPart,
  },
  {
    pattern: new RegExp(String.raw`\bfirst\sthing\s(?:on\s)?(?<day>tomorrow|${weekdayWords})\b`, 'iu'),
    render: ({ day = '' }) => `${day} morning`,
  },
  {
    pattern: new RegExp(
      String.raw`${lead}(?:(?:(?<count>${countWords})|the)\s(?<unit>day|week)s?|the\s(?<part>evening|night|morning|afternoon)|the\s(?<unit>weekend)|the\s${weekday})\s(?<side>before|after)\s${yearDay}\b`,
      'iu',
    ),
    render: renderBeside,
  },
  buildRule(
    String.raw`\bbetween\s(?:the\s)?(?<date>\d{1,2})(?:st|nd|rd|th)?\sand\s(?:the\s)?\d{1,2}(?:st|nd|rd|th)?(?:\sof)?\s${month}`,
    findYearDay,
  ),
  buildRule(
    String.raw`${lead}(?:the\s)?(?<part>${partOf})[\s-](?<of>the|this|next)\s(?<unit>week)\b`,
    findPart,
  ),
  buildRule(
    String.raw`${lead}the\s(?<date>\d{1,2}(?:st|nd|rd|th))\sof\s(?<of>the|this|next)\smonth\b`,
    findDayOfMonth,
  ),
  buildRule(String.raw`\b(?:on|by|before|until)\sthe\s(?<date>${dateWords})${dayEnd}`, findDayOfMonth),
  buildRule(
    String.raw`^(?:on\s)?the\s(?<date>\d{1,2}(?:st|nd|rd|th))(?=\s*:|\s)(?!\s(?:of|floor)\b)`,
    findDayOfMonth,
  ),
  buildRule(
    String.raw`${lead}(?:(?:the\s)?weekend\s(?<after>after)\snext|(?<which>this|the|next)\s(?:coming\s)?weekend)\b`,
    findWeekend,
  ),
  buildRule(
    String.raw`\b(?:at|by|on|before|until|till|for|over|around|this|next)\s(?<feast>${feastWords})\b`,
    (groups, today) => findYearDay(groups, today, 'coming'),
  ),
  buildRule(String.raw`^(?<feast>${feastWords})(?=\s*(?:$|:|(?:at|with|in)\s))`, (groups, today) =>
    findYearDay(groups, today, 'coming'),
  ),
];
