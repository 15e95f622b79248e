// Named spans: the days, weeks, months and years of the past that a message names, in the person's time zone.
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { ParsedResult } from 'chrono-node';
import { translatePastDays } from './day-rules.ts';
import { findFeasts } from './feast-days.ts';
import { findOtherSpans } from './find-other-spans.ts';
import { findWholeMonth, findWholeUnit } from './find-whole-unit.ts';
import { type DateLanguage, isEnglish, loadDateParser } from './load-date-parser.ts';
import { computeMoment, readWall, type WallMs } from './local-time.ts';
import { computeWeekday } from './recurrence.ts';
import { applyRelation, findRelationBefore } from './time-relation.ts';
import type { TimeSpan } from './time-span.ts';

export interface SpanAsking {
  readonly nowMs: number;
  /** The person's time zone, as an IANA name. */
  readonly timeZone: string;
  /**
   * All times are read in one language: the first of these in which the text names a time; by default
   * English.
   */
  readonly languages?: readonly DateLanguage[] | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Only this many characters are read, so that a long message costs no more than a short one: a question usually names
 * its time early.
 */
const longestRead = 400;
/** Words that can be a date but are hardly ever meant as one when they stand alone. */
const plainWords =
  /^(may|march|sun|sat|mon|second|now|today|tonight|(?:the )?(?:day|week|month|year)(?: before| after)?)$/;
/** Words for the present, which may end a span: "from 1 June until now". */
const present = /^(?:now|today)$/iu;
/** Words before the first date of a span, and words between its two dates. */
const opens = /\b(?:between|from|since)\s+(?:the\s+)?$/iu;
const joins = /^\s*(?:,\s*)?(?:and|to|until|till|through|–|-)\s+(?:the\s+)?$/iu;
/** Matches "the last three days" or "the past week", which end now. */
const upToNow =
  /\b(?:(?:last|past)\s(?:\w+\s)?(?:days|weeks|months|years)|past\s(?:day|week|month|year))\b/iu;
/** Matches the beginning of "the week of 8 May", which means the whole week and not the day itself. */
const asWeek = /\b(?:the )?week (?<of>of|from|around) (?:the )?$/iu;

/** Matches the first day in "between 3 and 10 June", which the parser leaves out. */
const strayDay =
  /\b(?:between|from)\s(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?\s(?:and|to|until|till)\s(?:the\s)?$/iu;
/** The parser reads "from 3" as an hour. */
const fromNumber = /\bfrom(?=\s\d)/giu;

interface FoundSpan extends TimeSpan {
  /** Where the span begins in the text. */
  readonly start: number;
  readonly end: number;
  readonly isJoined?: boolean;
  /** Whether it is a time to come or a day that is not over: it can only be the end of another span. */
  readonly isOpen?: boolean;
}

/**
 * Finds the spans in the order of the text. A month or a day without a year is the most recent one of that name.
 * Leaves out times to come, and days that are not over yet.
 */
export function findNamedSpans(text: string, asking: SpanAsking): readonly TimeSpan[] {
  const { languages = ['en'], nowMs, timeZone } = asking;
  for (const language of languages) {
    const found = isEnglish(language)
      ? findEnglishSpans(text, language, asking)
      : readOther(text, language, { nowMs, timeZone });
    if (found.length > 0) return found;
  }
  return [];
}

/** A day and a month, each followed by a full stop, after a word that leads to a date: "on 15.6.", "am 15.6.". */
const dotted =
  /(?<=(?<!\p{L})(?:on|since|from|after|before|between|and|until|till|by|around|am|vom|seit|zum|und|dem|bis|le|du|au)\s(?:the\s)?)(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/giu;

/** Writes dates such as "15.6." with the name of the month, which the parser can read. */
function nameMonths(text: string, language: DateLanguage): string {
  return text.replace(dotted, (said, day: string, month: string) => {
    const isDay = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
    if (!isDay) return said;
    const date = new Date(Date.UTC(2024, Number(month) - 1, 15));
    const name = date.toLocaleDateString(language, { month: 'long', timeZone: 'UTC' });
    return language === 'de' ? `${day}. ${name}` : `${day} ${name}`;
  });
}

/** Reads only the times themselves: words with the meaning of "before" or "since" are read in English only. */
function readOther(
  text: string,
  language: DateLanguage,
  { nowMs, timeZone }: Omit<SpanAsking, 'languages'>,
): readonly TimeSpan[] {
  const wallMs = readWall(nowMs, timeZone);
  return findOtherSpans(nameMonths(text.slice(0, longestRead), language), { language, wallMs, findPast })
    .filter(({ fromMs }) => fromMs < wallMs)
    .map(({ fromMs, untilMs }) => ({
      fromMs: computeMoment(fromMs, timeZone),
      untilMs: computeMoment(untilMs, timeZone),
    }))
    .filter(({ fromMs, untilMs }) => fromMs < untilMs);
}

function findEnglishSpans(
  text: string,
  language: DateLanguage,
  { nowMs, timeZone }: SpanAsking,
): readonly TimeSpan[] {
  // The parser knows no zones, so it is given wall-clock times as if they were UTC.
  const wallMs = readWall(nowMs, timeZone);
  const read = translatePastDays(nameMonths(text.slice(0, longestRead), language), wallMs);
  const found = loadDateParser(language, timeZone)
    .parse(read.replace(fromNumber, '    '), { instant: new Date(wallMs), timezone: 0 })
    .filter(({ text: words }) => !plainWords.test(words.trim()) || present.test(words.trim()))
    .flatMap((result): readonly FoundSpan[] => {
      const place = { start: result.index, end: result.index + result.text.length };
      const span = findSpan(result, { wallMs, before: read.slice(0, result.index) });
      if (span !== undefined) return [{ ...span, ...place }];
      const day = findUnit(result.start, result.text, wallMs);
      return day === undefined ? [] : [{ ...day, ...place, isOpen: true }];
    });
  const all = [...found, ...findFeasts(read, wallMs)].sort((one, other) => one.start - other.start);
  return joinEnds(all, read)
    .filter(({ isOpen }) => isOpen !== true)
    .map((span) => resolveRelation(span, { wallMs, before: read.slice(0, span.start) }))
    .filter(({ fromMs }) => fromMs < wallMs)
    .map(({ fromMs, untilMs }) => ({
      fromMs: computeMoment(fromMs, timeZone),
      untilMs: computeMoment(untilMs, timeZone),
    }))
    .filter(({ fromMs, untilMs }) => fromMs < untilMs);
}

const oneYear = /^(?:in\s)?(\d{4})$/u;
const minuteMs = 60_000;

/**
 * Finds the time that a text names, past or to come, if the text names nothing else. A time of day gives a
 * minute; any other time gives a longer span, such as a day, a week, a month or a year.
 */
export function findWholeSpan(
  text: string,
  { nowMs, timeZone, languages = ['en'] }: SpanAsking,
): TimeSpan | undefined {
  const read = text.trim().slice(0, longestRead);
  const wallMs = readWall(nowMs, timeZone);
  const span = findWholeWall(read, { wallMs, timeZone, languages });
  if (span === undefined) return undefined;
  const [fromMs, untilMs] = [computeMoment(span.fromMs, timeZone), computeMoment(span.untilMs, timeZone)];
  return Number.isSafeInteger(fromMs) && fromMs < untilMs ? { fromMs, untilMs } : undefined;
}

interface WholeAsking {
  readonly wallMs: WallMs;
  readonly timeZone: string;
  readonly languages: readonly DateLanguage[];
}

function findWholeWall(read: string, { wallMs, timeZone, languages }: WholeAsking): TimeSpan | undefined {
  const year = Number(oneYear.exec(read)?.[1] ?? Number.NaN);
  if (!Number.isNaN(year)) return buildYear(year);
  const others = languages.some(isEnglish) ? languages : [...languages, 'en' as const];
  const span = findWholeMonth(read, wallMs) ?? findWholeUnit(read, wallMs) ?? findWholeFeast(read, wallMs);
  if (span !== undefined) return span;
  for (const language of others) {
    const found = findWholeIn(read, { wallMs, timeZone, language });
    if (found !== undefined) return found;
  }
  return undefined;
}

function findWholeIn(
  said: string,
  { wallMs, timeZone, language }: Omit<WholeAsking, 'languages'> & { readonly language: DateLanguage },
): TimeSpan | undefined {
  const read = isEnglish(language) ? translatePastDays(said, wallMs) : said;
  const asked = read.replace(fromNumber, '    ');
  const result = loadDateParser(language, timeZone)
    .parse(asked, { instant: new Date(wallMs), timezone: 0 })
    .find((one) => !/^(?:in )?(?:the )?week$/iu.test(one.text.trim()));
  if (result === undefined) return undefined;
  const { start, text, index } = result;
  const before = read.slice(0, index);
  const rest = `${before.replace(asWeek, '').replace(/^(?:in|on)\s/iu, '')} ${read.slice(index + text.length)}`;
  if (splitTerms(rest).length > 0) return undefined;
  const unit = findUnit(start, text, wallMs);
  const span = unit && expandToWeek(unit, before);
  if (span === undefined || !start.isCertain('hour')) return span;
  const startMs = start.date().getTime();
  const hasZone = start.isCertain('timezoneOffset');
  const fromMs = hasZone ? readWall(startMs, timeZone) : span.fromMs + (startMs % dayMs);
  return { fromMs, untilMs: fromMs + minuteMs };
}

function findWholeFeast(read: string, wallMs: WallMs): TimeSpan | undefined {
  const said = `at ${read}`;
  const [feast] = findFeasts(said, wallMs);
  const isWhole =
    feast?.end === said.length && /^at (?:(?:at|last|this) )?$/iu.test(said.slice(0, feast.start));
  return isWhole ? feast : undefined;
}

function buildYear(year: number): TimeSpan {
  return { fromMs: Date.UTC(year, 0, 1), untilMs: Date.UTC(year + 1, 0, 1) };
}

/** Joins two dates: "between 3 June and 10 June" is one span, from the first date to the end of the second. */
function joinEnds(found: readonly FoundSpan[], text: string): readonly FoundSpan[] {
  const spans: FoundSpan[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    const isEnd =
      last !== undefined &&
      opens.test(text.slice(0, last.start)) &&
      joins.test(text.slice(last.end, span.start)) &&
      span.untilMs > last.fromMs;
    if (isEnd) spans[spans.length - 1] = { ...last, untilMs: span.untilMs, end: span.end, isJoined: true };
    else spans.push(span);
  }
  return spans;
}

/** "before 3 June" is the time before that day. A span that was joined from two dates keeps its ends. */
function resolveRelation(span: FoundSpan, { wallMs, before }: Place): TimeSpan {
  const relation = span.isJoined === true ? undefined : findRelationBefore(before);
  return relation === undefined ? span : applyRelation(span, relation, wallMs);
}

interface Place {
  readonly wallMs: WallMs;
  /** The text before the words of the date. */
  readonly before: string;
}

/** Returns the span in wall-clock time; undefined if the date names none, or if it is a day that is not over yet. */
function findSpan(result: ParsedResult, { wallMs, before }: Place): TimeSpan | undefined {
  const { start, end, text } = result;
  const first = findPast(start, text, wallMs);
  if (first === undefined) return undefined;
  if (end !== undefined && end !== null) {
    const last = findUnit(end, text, wallMs);
    if (last !== undefined && last.untilMs > first.fromMs)
      return { fromMs: first.fromMs, untilMs: last.untilMs };
  }
  const daysBefore = (start.get('day') ?? 1) - Number(strayDay.exec(before)?.[1] ?? Number.NaN);
  if (daysBefore > 0) return { fromMs: first.fromMs - daysBefore * dayMs, untilMs: first.untilMs };
  return expandToWeek(first, before);
}

/**
 * Expands the day in "the week of 8 May" to the week from Monday to Sunday; if it is a Sunday, to the seven days that
 * begin with it. "The week from 8 May" begins on that day, and "the week around 8 May" has it in the middle.
 */
function expandToWeek(day: TimeSpan, before: string): TimeSpan {
  const of = asWeek.exec(before)?.groups?.['of']?.toLowerCase();
  if (of === undefined || day.untilMs - day.fromMs !== dayMs) return day;
  const weekday = computeWeekday(Math.floor(day.fromMs / dayMs));
  const back = { of: weekday === 0 ? 0 : weekday - 1, from: 0, around: 3 }[of] ?? 0;
  const fromMs = day.fromMs - back * dayMs;
  return { fromMs, untilMs: fromMs + 7 * dayMs };
}

/** Returns undefined for a day that is not over yet. */
function findPast(start: ParsedResult['start'], text: string, wallMs: WallMs): TimeSpan | undefined {
  const span = findUnit(start, text, wallMs);
  const isOpenDay = span !== undefined && span.untilMs - span.fromMs === dayMs && span.untilMs > wallMs;
  return isOpenDay ? undefined : span;
}

function findUnit(start: ParsedResult['start'], text: string, wallMs: WallMs): TimeSpan | undefined {
  const month = (start.get('month') ?? 1) - 1;
  const year = resolveYear(start, month, wallMs);
  const dayFromMs = Date.UTC(year, month, start.get('day') ?? 1);
  if (upToNow.test(text)) return { fromMs: dayFromMs, untilMs: wallMs };
  if (/\bweeks?\b/iu.test(text)) return buildWeek(dayFromMs, text, wallMs);
  if (start.isCertain('day')) return { fromMs: dayFromMs, untilMs: dayFromMs + dayMs };
  if (start.isCertain('weekday')) return buildWeekday(start, wallMs);
  if (/\byears?\b/iu.test(text)) return buildYear(year);
  if (!start.isCertain('month') && !/\bmonths?\b/iu.test(text)) return undefined;
  return { fromMs: Date.UTC(year, month, 1), untilMs: Date.UTC(year, month + 1, 1) };
}

/**
 * A week begins on Monday. "two weeks ago" means the days around the day two weeks ago, and "the week before 3 May" the
 * seven days before 3 May.
 */
function buildWeek(dayFromMs: WallMs, text: string, wallMs: WallMs): TimeSpan {
  if (/\bweek before\b/iu.test(text)) return { fromMs: dayFromMs, untilMs: dayFromMs + 7 * dayMs };
  if (/\bago\b|\bbefore\b/iu.test(text))
    return { fromMs: dayFromMs - 3 * dayMs, untilMs: dayFromMs + 4 * dayMs };
  const day = Math.floor((/\bthis\b/iu.test(text) ? wallMs : dayFromMs) / dayMs);
  const fromMs = (day - ((computeWeekday(day) + 6) % 7)) * dayMs;
  return { fromMs, untilMs: fromMs + 7 * dayMs };
}

/** A weekday without a date is the last such day that is over. */
function buildWeekday(start: ParsedResult['start'], wallMs: WallMs): TimeSpan {
  const fromMs = Date.UTC(start.get('year') ?? 1970, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
  const weeks = Math.max(0, Math.ceil((fromMs + dayMs - wallMs) / (7 * dayMs)));
  return { fromMs: fromMs - weeks * 7 * dayMs, untilMs: fromMs + dayMs - weeks * 7 * dayMs };
}

function resolveYear(start: ParsedResult['start'], month: number, wallMs: WallMs): number {
  const year = start.get('year') ?? new Date(wallMs).getUTCFullYear();
  const isSaid = start.isCertain('year');
  return !isSaid && Date.UTC(year, month, start.get('day') ?? 1) > wallMs ? year - 1 : year;
}
