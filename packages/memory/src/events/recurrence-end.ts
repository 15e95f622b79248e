// Recurrence end: finds the last day of something that recurs: "every Tuesday until Christmas", "daily for two weeks".

import type { ParsedComponents } from 'chrono-node';
import { buildDay, computeDay, readYearMonth, type YearMonth } from './calendar-days.ts';
import { countWords, parseCount } from './date-words.ts';
import { dayRules } from './day-rules.ts';
import { loadDateParser } from './load-date-parser.ts';
import type { WallMs } from './local-time.ts';
import { findFirstDay, type Recurrence } from './recurrence.ts';

export interface RecurrenceClock {
  /** The present time, or the time of the first due date, in wall-clock time. */
  readonly wallMs: WallMs;
  /** When the words were said, in wall-clock time; by default, the time in `wallMs`. */
  readonly saidMs?: WallMs | undefined;
  readonly timeZone: string;
}

interface EndClock extends RecurrenceClock {
  readonly recurrence: Recurrence;
}

export interface RecurrenceEnd {
  readonly untilDay: number;
  /** Where the words end in the text. */
  readonly end: number;
}

/**
 * Between the words for the recurrence and those for its end, a time of day may be named: "every Tuesday at 9 until
 * Christmas".
 */
const time = String.raw`(?:,?\s(?:at|around|by|from|in\sthe)\s[\p{L}\d:.]{1,12}(?:\s[ap]\.?m\b\.?)?)?`;
const until = new RegExp(String.raw`^${time},?\s(?:until|till|up\sto|through)\s`, 'iu');
/** Matches "for two weeks" or "for the next five days". */
const lasting = new RegExp(
  String.raw`^${time},?\sfor\s(?:(?:the\s)?(?:next|coming)\s)?(?<count>${countWords})\s(?<unit>day|week|fortnight|month|year)s?\b`,
  'iu',
);
/** Words for a day that is counted from the day on which they were said, such as "tomorrow". */
const fromNow = /^(?:today|tonight|tomorrow|next|this|the\snext|the\sday\safter|in)\b/iu;
const longestEnd = 40;
const dayMs = 86_400_000;
const lead = 'until ';

interface OtherEnd {
  readonly language: 'de' | 'fr';
  readonly until: RegExp;
  /** Feasts, each as a date that the parser of the language reads. */
  readonly feasts: readonly (readonly [said: RegExp, date: string])[];
}

const otherEnds: readonly OtherEnd[] = [
  {
    language: 'de',
    until: /^(?:,?\sum\s[\p{L}\d:.]{1,12}(?:\sUhr)?)?,?\sbis\s(?:einschließlich\s)?(?:(?:zum|zur|zu)\s)?/iu,
    feasts: [
      [/^Weihnachten(?!\p{L})/iu, '25. Dezember'],
      [/^Heiligabend(?!\p{L})/iu, '24. Dezember'],
      [/^Silvester(?!\p{L})/iu, '31. Dezember'],
    ],
  },
  {
    language: 'fr',
    until: /^(?:,?\sà\s[\p{L}\d:.]{1,8}(?:\sheures?)?)?,?\sjusqu['’](?:au|à\sla|à|en)\s/iu,
    feasts: [
      [/^No[ëe]l(?!\p{L})/iu, '25 décembre'],
      [/^(?:la\s)?Saint-Sylvestre(?!\p{L})/iu, '31 décembre'],
    ],
  },
];

const monthWords = {
  de: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
} as const;
const year = String.raw`(?!\p{L})(?:\s\d{4}(?!\d))?`;
const months = {
  de: new RegExp(`^(?:${monthWords.de})${year}`, 'iu'),
  fr: new RegExp(`^(?:${monthWords.fr})${year}`, 'iu'),
} as const;
/** Matches words such as "Ende Mai" and "fin du mois de mai", which mean the last day of the month. */
const monthEnds = {
  de: new RegExp(`^ende\\s(?<month>(?:${monthWords.de})${year})`, 'iu'),
  fr: new RegExp(
    `^(?:la\\s)?fin\\s(?:(?:du\\smois\\s)?d(?:e\\s|['’]))?(?<month>(?:${monthWords.fr})${year})`,
    'iu',
  ),
} as const;
/** Words for the end of the present month or year, such as "Monatsende" and "fin de l'année". */
const ownEnds = {
  month: /^(?:monatsende|ende\s(?:des|dieses)\smonats|(?:la\s)?fin\s(?:du|de\sce)\smois)(?![\p{L}])/iu,
  year: /^(?:jahresende|ende\s(?:des|dieses)\sjahres|(?:la\s)?fin\sde\s(?:l['’]année|cette\sannée))(?!\p{L})/iu,
} as const;
/** Matches a day such as "31.12.", which the parser does not read without its year. */
const dayInDigits = /^(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.(?!\d)/u;

/** The last day in German and French: "jeden Dienstag bis Weihnachten", "tous les mardis jusqu'au 5 juin". */
function findOtherEnd(text: string, from: number, clock: EndClock): RecurrenceEnd | undefined {
  const rest = text.slice(from);
  for (const end of otherEnds) {
    const match = end.until.exec(rest);
    if (match !== null) return readOtherEnd(text, from + match[0].length, { end, clock });
  }
  return undefined;
}

interface OtherReading {
  readonly end: OtherEnd;
  readonly clock: EndClock;
}

function readOtherEnd(
  text: string,
  start: number,
  { end: { language, feasts }, clock: { wallMs, timeZone } }: OtherReading,
): RecurrenceEnd | undefined {
  const said = text.slice(start, start + longestEnd);
  const last = readOwnEnd(said, wallMs) ?? readMonthEnd(said, { language, wallMs, timeZone });
  if (last !== undefined) return { untilDay: last.day, end: start + last.length };
  const month = months[language].exec(said)?.[0];
  // The parser does not read a month on its own; "bis Juni" ends with the last day of May.
  const ofMonth = month === undefined ? undefined : `${language === 'de' ? '1.' : '1'} ${month}`;
  const [feast, date] = feasts.find(([one]) => one.test(said)) ?? [];
  const instant = new Date(computeDay(wallMs) * dayMs);
  const [result] = loadDateParser(language, timeZone).parse(
    date ?? ofMonth ?? said,
    { instant, timezone: 0 },
    { forwardDate: true },
  );
  if (result === undefined || result.index > 0 || !isDay(result.start)) return undefined;
  const day = computeDay(result.start.date().getTime());
  const length = feast?.exec(said)?.[0].length ?? month?.length ?? result.text.length;
  return { untilDay: month === undefined ? day : day - 1, end: start + length };
}

interface LastDay {
  readonly day: number;
  /** How many characters the words for this day take. */
  readonly length: number;
}

function readOwnEnd(said: string, wallMs: WallMs): LastDay | undefined {
  const { year, month } = readYearMonth(computeDay(wallMs));
  const ofMonth = ownEnds.month.exec(said)?.[0];
  if (ofMonth !== undefined) return { day: buildDay({ year, month: month + 1 }, 0), length: ofMonth.length };
  const ofYear = ownEnds.year.exec(said)?.[0];
  if (ofYear === undefined) return undefined;
  return { day: buildDay({ year: year + 1, month: 0 }, 0), length: ofYear.length };
}

function readMonthEnd(
  said: string,
  {
    language,
    wallMs,
    timeZone,
  }: { readonly language: 'de' | 'fr'; readonly wallMs: WallMs; readonly timeZone: string },
): LastDay | undefined {
  const today = computeDay(wallMs);
  const parse = (words: string, fromDay = today) => {
    const [result] = loadDateParser(language, timeZone).parse(
      words,
      { instant: new Date(fromDay * dayMs), timezone: 0 },
      { forwardDate: true },
    );
    return result?.index === 0 ? computeDay(result.start.date().getTime()) : undefined;
  };
  const named = monthEnds[language].exec(said);
  // A month that has begun is meant as long as it lasts, even on its last days.
  const begun = buildDay(readYearMonth(today), 1);
  const within = named && parse(`28${language === 'de' ? '.' : ''} ${named.groups?.['month']}`, begun);
  if (named !== null && typeof within === 'number') {
    const { year, month } = readYearMonth(within);
    return { day: buildDay({ year, month: month + 1 }, 0), length: named[0].length };
  }
  const { 0: digits, groups } = (language === 'de' ? dayInDigits.exec(said) : null) ?? {};
  const name = monthWords.de.split('|')[Number(groups?.['month']) - 1];
  const day = name === undefined ? undefined : parse(`${groups?.['date']}. ${name}`);
  return digits === undefined || day === undefined ? undefined : { day, length: digits.length };
}

function isDay(start: ParsedComponents): boolean {
  return (['day', 'weekday'] as const).some((part) => start.isCertain(part));
}

/**
 * Reads from the words right after a place in the text how long something recurs. Undefined if they do not say so, as
 * in "until 5".
 */
export function findRecurrenceEnd(text: string, from: number, clock: EndClock): RecurrenceEnd | undefined {
  const { wallMs, saidMs = wallMs, timeZone } = clock;
  const span = lasting.exec(text.slice(from));
  if (span !== null) return { untilDay: findLast(span.groups ?? {}, clock), end: from + span[0].length };
  const match = until.exec(text.slice(from));
  if (match === null) return findOtherEnd(text, from, clock);
  const start = from + match[0].length;
  const said = text.slice(start, start + longestEnd);
  const sinceMs = fromNow.test(said) ? saidMs : wallMs;
  const { read, grown } = translate(`${lead}${said}`, sinceMs);
  // The date is read as if it were said at the beginning of the day, so that today may be the last day.
  const instant = new Date(computeDay(sinceMs) * dayMs);
  const [result] = loadDateParser('en', timeZone).parse(
    read,
    { instant, timezone: 0 },
    { forwardDate: true },
  );
  if (result === undefined || result.index > lead.length) return undefined;
  const day = computeDay(result.start.date().getTime());
  const isWhole = isDay(result.start);
  if (!isWhole && !result.start.isCertain('month')) return undefined;
  const length = result.index + result.text.length - lead.length - grown;
  // A recurrence "until June" ends with the last day of May.
  return { untilDay: isWhole ? day : day - 1, end: Math.min(text.length, start + Math.max(0, length)) };
}

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * The last day of "for two weeks". The span begins with the first due date after the words were said; for a
 * recurrence by hours, or by weeks without a weekday, on the day after that on which they were said.
 */
function findLast({ count, unit = '' }: Groups, { wallMs, saidMs = wallMs, recurrence }: EndClock): number {
  // If the plan is due at an earlier hour than that at which the words were said, it is due on the next day at the
  // earliest.
  const isLate = wallMs % dayMs < saidMs % dayMs;
  const from = computeDay(saidMs) + (isLate ? 1 : 0);
  const isOpen =
    recurrence.unit === 'hours' || (recurrence.unit === 'weeks' && recurrence.weekdays === undefined);
  const first = isOpen ? computeDay(saidMs) + 1 : (findFirstDay(recurrence, from) ?? from);
  const much = parseCount(count);
  const { year, month } = readYearMonth(first);
  const date = new Date(first * dayMs).getUTCDate();
  switch (unit.toLowerCase()) {
    case 'month':
      return buildDayBefore({ year, month: month + much }, date);
    case 'year':
      return buildDayBefore({ year: year + much, month }, date);
    default:
      return first + much * ({ week: 7, fortnight: 14 }[unit.toLowerCase()] ?? 1) - 1;
  }
}

/** The day before the day `date` of a month, or the last day of the month if it has no such day. */
function buildDayBefore(month: YearMonth, date: number): number {
  const last = buildDay({ ...month, month: month.month + 1 }, 0);
  return Math.min(buildDay(month, date) - 1, last);
}

/**
 * Replaces the words at the beginning, such as "until Christmas", by "until" and a day that the date library reads;
 * `grown` is the number of characters by which the text grew.
 */
function translate(text: string, wallMs: WallMs): { readonly read: string; readonly grown: number } {
  for (const { pattern, render } of dayRules) {
    const match = pattern.exec(text);
    const by = match === null || match.index > 0 ? undefined : render(match.groups ?? {}, wallMs);
    if (match !== null && by !== undefined) {
      const read = `${lead}${by}${text.slice(match[0].length)}`;
      return { read, grown: read.length - text.length };
    }
  }
  return { read: text, grown: 0 };
}
