// Finds when a plan is due, by reading its words in the time zone of the person.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { ParsedResult } from 'chrono-node';
import { type CalendarText, translateCalendarWords, translateOtherWords } from './calendar-words.ts';
import { findDayBefore, isBeforeDay } from './day-before.ts';
import { isDescribedDay } from './described-day.ts';
import {
  type DateLanguage,
  hideZoneWords,
  isEastAsian,
  isEnglish,
  loadDateParser,
} from './load-date-parser.ts';
import { buildWall, computeMoment, readWall } from './local-time.ts';
import { type MeantLanguage, meantLanguages, readTime, resolveMeantTime } from './meant-time.ts';
import { computeNextDue } from './recurrence.ts';
import { addScriptLanguages, hasEastAsianScript } from './script-languages.ts';
import { counted } from './time-words.ts';
import { translateDayParts } from './translate-day-parts.ts';

export interface DueDate {
  readonly dueAtMs: number;
  /** The words of the text that name the date. */
  readonly dueWords: string;
  /** The words for an hour that is named apart from its day: "at 9" in "on Monday water the plants at 9". */
  readonly timeWords?: string | undefined;
}

/** All words of a text that name its date, with a blank between words that are apart. */
export function joinDueWords({ dueWords, timeWords = '' }: DueDate): string {
  return `${dueWords} ${timeWords}`.trimEnd();
}

export interface Writing {
  readonly atMs: number;
  /** The time zone in which the text was written, as an IANA name. */
  readonly timeZone: string;
  /** The languages in which dates are read; the first one in which a date is found decides, unless another reads more. */
  readonly languages: readonly DateLanguage[];
  /** Other words that say what the date is for, if the text is part of a longer one. */
  readonly about?: string | undefined;
}

/**
 * Only this many characters are read, so that a long text costs no more than a short one: a plan usually names its
 * date near its beginning.
 */
export const longestRead = 400;
/** Words that can be a date but are hardly ever meant as one when they stand alone. */
const plainWords = /^(may|march|((the|a|one) )?(second|minute|moment))$/;
/** The date library reads the `m` of `money` as a minute, the `h` of `honey` as an hour, and the rest as one year. */
const readAsUnits = /\b[mh]oney$/i;
/** Words such as "the day we met" and "the week" do not name a time counted from now. */
const withArticle = /^(?:about\s)?the\s/i;
/** Abbreviations of weekdays, which may also be other words, as in `a sun hat` or `he sat`. */
const bareAbbreviation = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)$/;

const dayMs = 86_400_000;
const forward = { forwardDate: true };
const durationWords =
  /^(?:an?|half|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,6})\b.{0,40}\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/iu;

const notComing =
  /\b(?:last|past|previous|ago|letzt\p{L}*|vorig\p{L}*|derni[eè]re?|pasad[ao]|scors\p{L}*|passad[ao]|afgelopen)\b/iu;

/** Returns undefined if the words name no time that is still to come. */
export function findDueDate(text: string, writing: Writing): DueDate | undefined {
  const read = text.slice(0, longestRead);
  let first: DueDate | undefined;
  for (const language of addScriptLanguages(read, writing.languages)) {
    const found = findIn(read, language, writing);
    if (found !== undefined && (first === undefined || hasMoreWords(found, first))) first = found;
  }
  return first;
}

/**
 * Up to this many more characters do not count: one language may read a word such as "at" as part of the date, and
 * another may not.
 */
const mostJoint = 3;

/** Whether a date has all the words of another and clearly more: "am 13. April um 8 Uhr" has more than "13. April". */
function hasMoreWords(one: DueDate, other: DueDate): boolean {
  const [words, fewer] = [one, other].map(joinDueWords);
  return (
    words !== undefined &&
    fewer !== undefined &&
    words.length > fewer.length + (hasEastAsianScript(words) ? 0 : mostJoint) &&
    words.includes(fewer)
  );
}

export interface NamedMoment extends Writing {
  /** Whether a weekday alone (`friday 9am`) is the coming one; by default it is the nearest. */
  readonly isToCome?: boolean | undefined;
}

/**
 * The time, past or to come, that the text names; undefined if the text is not just a date. Without a time of day,
 * the present one is taken.
 */
export function findMoment(
  text: string,
  { atMs, timeZone, languages, isToCome = false }: NamedMoment,
): number | undefined {
  const wallMs = readWall(atMs, timeZone);
  const clock = { atMs, wallMs, timeZone };
  const words = text.trim().slice(0, longestRead);
  for (const language of addScriptLanguages(words, languages)) {
    const read = translateWords(words, language, clock).text;
    const reference = { instant: new Date(wallMs), timezone: 0 };
    const [result] = loadDateParser(language, timeZone).parse(hideZoneWords(read), reference);
    if (result === undefined || hasMore(read, result)) continue;
    const momentMs = resolveNamed(result, clock);
    const isNext = isToCome && momentMs < atMs && isBareWeekday(result);
    if (Number.isSafeInteger(momentMs)) return isNext ? addWeek(momentMs, timeZone) : momentMs;
  }
  return undefined;
}

/** Whether a weekday is named without a date and without a word such as "last". */
function isBareWeekday({ start, text }: ParsedResult): boolean {
  return start.isCertain('weekday') && !start.isCertain('day') && !notComing.test(text);
}

function addWeek(atMs: number, timeZone: string): number {
  return computeMoment(readWall(atMs, timeZone) + 7 * dayMs, timeZone);
}

function resolveNamed(result: ParsedResult, clock: WallClock): number {
  if (isElapsed(result) || hasTime(result, clock.wallMs)) return resolveMoment(result, clock);
  const day = Math.floor(result.start.date().getTime() / dayMs) * dayMs;
  return computeMoment(day + (clock.wallMs - Math.floor(clock.wallMs / dayMs) * dayMs), clock.timeZone);
}

/** Whether the text is nothing but a date. A past date counts too, and words such as "by" may precede it. */
export function isDate(text: string, { atMs, timeZone, languages }: Writing): boolean {
  const reference = { instant: new Date(readWall(atMs, timeZone)), timezone: 0 };
  return addScriptLanguages(text, languages).some((language) => {
    const read = translateWords(text.slice(0, longestRead), language, {
      wallMs: reference.instant.getTime(),
      timeZone,
    }).text;
    const [result] = loadDateParser(language, timeZone).parse(hideZoneWords(read), reference, forward);
    return result !== undefined && !isPlain(result) && !hasMore(read, result);
  });
}

/** Whether the text has words besides the date that mean something, unlike "by". */
function hasMore(read: string, { index, text }: ParsedResult): boolean {
  return splitTerms(`${read.slice(0, index)} ${read.slice(index + text.length)}`).length > 0;
}

function translateWords(
  text: string,
  language: DateLanguage,
  { wallMs, timeZone }: Pick<WallClock, 'wallMs' | 'timeZone'>,
): CalendarText {
  return isEnglish(language)
    ? translateCalendarWords(text, wallMs, timeZone)
    : translateOtherWords(text, language, { wallMs, timeZone });
}

function findIn(text: string, language: DateLanguage, writing: Writing): DueDate | undefined {
  const { atMs, timeZone, about = '' } = writing;
  // The parser knows offsets but no zones, so it is given wall-clock times as if they were UTC.
  const wallMs = readWall(atMs, timeZone);
  const clock = { atMs, wallMs, timeZone };
  const calendar = translateWords(text, language, clock);
  const reference = { instant: new Date(wallMs), timezone: 0 };
  const parser = loadDateParser(language, timeZone);
  const read = hideZoneWords(calendar.text);
  const results = parser
    .parse(isEnglish(language) ? translateDayParts(read) : read, reference, forward)
    .filter((result) => !isPlain(result) && !isDuration(result, calendar.text))
    .filter((result) => !isRelative(result, calendar.text))
    .filter((result) => !isEnglish(language) || !isCount(result, calendar.text))
    .filter((result) => !isEastAsian(language) || isReplaced(result, calendar));
  const ownDays = results.filter((result) => !isSubject(result, calendar));
  const dates = ownDays.some(hasOwnDay) ? ownDays : results;
  const sure = dates.filter((result) => !isDoubtful(result));
  const readDue = (result: ParsedResult): DueDate => {
    const dueWords = calendar.extractDue(result.index, result.text.length);
    const said = withTimeApart({ result, words: dueWords, about: `${text} ${about}`, calendar }, results);
    const whole =
      said.read === undefined ? result : (parser.parse(said.read, reference, forward)[0] ?? result);
    const meant = { ...said, result: whole };
    const spoken = isEnglish(language) ? 'en' : meantLanguages.find((one) => one === language);
    const moment =
      spoken === undefined
        ? resolveMoment(whole, clock)
        : resolveMeant(meant, { ...clock, language: spoken });
    const dueAtMs = resolveFirst(moment, calendar, clock);
    const isEarlier = said.time === undefined && isBeforeDay(result, calendar) && !hasTime(result, wallMs);
    return {
      dueAtMs: isEarlier ? findDayBefore({ dueAtMs, words: dueWords }, clock) : dueAtMs,
      dueWords,
      timeWords: said.time,
    };
  };
  const tried = new Set([...sure.filter(hasOwnDay), ...(sure.length > 0 ? sure : dates)]);
  for (const result of tried) {
    if (calendar.recurrence !== undefined && !isReplaced(result, calendar)) continue;
    const due = readDue(result);
    if (Number.isSafeInteger(due.dueAtMs) && due.dueAtMs >= atMs) return due;
  }
  return undefined;
}

/**
 * Adds to a date without a time the time that is named apart from it: "at 9" in "on Monday water the plants
 * at 9".
 */
function withTimeApart(
  said: SaidDate,
  results: readonly ParsedResult[],
): SaidDate & { readonly read?: string; readonly time?: string } {
  const { result, words, calendar } = said;
  const time = result.start.isCertain('hour')
    ? undefined
    : results.find((one) => isTimeApart(one, calendar.text));
  if (time === undefined) return said;
  const timeWords = calendar.extractOriginal(time.index, time.text.length);
  return {
    ...said,
    words: `${words} ${timeWords}`,
    read: `${result.text} ${time.text}`,
    time: timeWords,
  };
}

/** Whether the number says how many or how much, as in "look at 3 houses", and not at which hour. */
function isCount(result: ParsedResult, read: string): boolean {
  const { index, text } = result;
  if (!isTimeAlone(result) || /[:.]\d|m\b/iu.test(text)) return false;
  return counted.test(read.slice(index + text.length));
}

/** What may follow an hour that is named apart from its day; in "at 3 houses", 3 is not an hour. */
const afterTime = /^\s*(?:$|[.,;:!?)–—]|(?:and|or|but|to|for|about|because|so|if|when|then|please|with)\b)/iu;
/** In "the shop closes at 6", the hour is not the time of what is to be done. */
const ofAnother = /\b(?:is|are|was|opens?|closes?|shuts?)\s$/iu;

function isTimeApart(result: ParsedResult, read: string): boolean {
  const { index, text } = result;
  if (!isTimeAlone(result) || ofAnother.test(read.slice(0, index))) return false;
  return /[:.]\d|[ap]\.?m\b/iu.test(text) || afterTime.test(read.slice(index + text.length));
}

function isTimeAlone(result: ParsedResult): boolean {
  return !hasOwnDay(result) && !isElapsed(result) && result.start.isCertain('hour');
}

/** What recurs on more than this many days of the week is a habit rather than an appointment. */
const mostLessons = 2;

interface SaidDate {
  readonly result: ParsedResult;
  readonly words: string;
  readonly about: string;
  readonly calendar: CalendarText;
}

/**
 * The time that English, German or French words mean. The words may leave open whether an hour is before or
 * after noon.
 */
function resolveMeant(
  { calendar: { recurrence }, ...said }: SaidDate,
  { language, ...clock }: WallClock & { readonly language: MeantLanguage },
): number {
  const { result } = said;
  const isWhole = isElapsed(result) || result.start.isCertain('timezoneOffset');
  if (isWhole || !hasTime(result, clock.wallMs)) return resolveMoment(result, clock);
  const isToday =
    isBareWeekday(result) &&
    !/(?<!\p{L})(?:next|coming|nächste[nrs]?|kommende[nrs]?|prochaine?)(?!\p{L})/iu.test(said.words);
  const hasDay = hasOwnDay(result) || recurrence !== undefined;
  const isDaily = recurrence?.unit === 'days' || (recurrence?.weekdays ?? []).length > mostLessons;
  const often = isDaily ? 'daily' : 'seldom';
  const recurs = recurrence === undefined ? undefined : often;
  const wall = resolveMeantTime({ ...said, hasDay, recurs, language, wallMs: clock.wallMs });
  // For "on Friday at 2", said on a Friday morning, the library reads two in the morning, and takes the
  // Friday after.
  const isSooner = isToday && recurs === undefined && wall - 7 * dayMs >= clock.wallMs;
  return computeMoment(isSooner ? wall - 7 * dayMs : wall, clock.timeZone);
}

/** Whether the words count from something other than now, as "the evening" does in "the evening before". */
function isRelative(result: ParsedResult, read: string): boolean {
  const { index, text } = result;
  return !hasOwnDay(result) && /^\s(?:before|after)/iu.test(read.slice(index + text.length));
}

function hasOwnDay({ start }: ParsedResult): boolean {
  return (['day', 'weekday', 'month'] as const).some((part) => start.isCertain(part));
}

/**
 * Words for a weekend that may be what a plan is about, as in "plan the weekend". After a word such as "on", they
 * name its date.
 */
const bareWeekend = /^(?:the\s)?weekend$/iu;
const beforeDate = /\b(?:at|on|over|for|by|before|until|till|in|during|of|from)\s(?:the\s)?$/iu;

/**
 * Whether the words are part of what the plan is about, as in "how Sunday was", "Monday's jumper", "the first free
 * Monday" or "plan the weekend". If so, another day in the text is the date of the plan.
 */
function isSubject({ index, text }: ParsedResult, calendar: CalendarText): boolean {
  const [before, after] = [calendar.text.slice(0, index), calendar.text.slice(index + text.length)];
  if (/^['’]s\s/iu.test(after) || isDescribedDay(before, text)) return true;
  const words = calendar.extractOriginal(index, text.length).trim();
  if (bareWeekend.test(words)) return !beforeDate.test(before);
  const verb = /^\s(?:was|went|goes|turned out|has been|had been)\b/iu;
  return /\bhow\s$/iu.test(before) && verb.test(after);
}

function isReplaced({ index, text }: ParsedResult, calendar: CalendarText): boolean {
  return calendar.isReplaced(index, text.length);
}

/** Whether the words could be a date but are not meant as one. */
function isPlain(result: ParsedResult): boolean {
  const text = result.text.trim();
  if (plainWords.test(text) || readAsUnits.test(text) || isNoDay(result)) return true;
  return withArticle.test(text) && result.tags().has('result/relativeDate');
}

/** The date library takes the number of a day that a month does not have, as in "Feb 30", for a year. */
function isNoDay({ text, start }: ParsedResult): boolean {
  return !start.isCertain('day') && start.isCertain('year') && /\p{L}\.?\s\d{1,2}$/u.test(text.trim());
}

/** Whether the words may be a name or another word, so that any other date in the text is preferred. */
function isDoubtful({ text, start }: ParsedResult): boolean {
  if (bareAbbreviation.test(text.trim())) return true;
  return start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday');
}

/** Whether the words say how long and not when, as "for two hours" and "two weeks of rain" do. */
function isDuration({ index, text }: ParsedResult, whole: string): boolean {
  const isLength = durationWords.test(text.replace(/^about\s/iu, ''));
  if (isLength && /^\s(?:of|old|is|was|are|were|long|ago)\b/iu.test(whole.slice(index + text.length)))
    return true;
  const said = `${whole.slice(Math.max(0, index - 5), index)}${text}`;
  return /\bfor\s/iu.test(said) && durationWords.test(text.replace(/^for\s/iu, ''));
}

/** For a date that recurs, its first occurrence that is still to come; any other date stays as it is. */
function resolveFirst(dueAtMs: number, { recurrence }: CalendarText, { atMs, timeZone }: WallClock): number {
  if (recurrence === undefined || dueAtMs >= atMs || !Number.isSafeInteger(dueAtMs)) return dueAtMs;
  return computeNextDue({ recurrence, firstAtMs: dueAtMs, timeZone }, atMs) ?? dueAtMs;
}

interface WallClock {
  readonly atMs: number;
  readonly wallMs: number;
  readonly timeZone: string;
}

function resolveMoment(result: ParsedResult, { atMs, wallMs, timeZone }: WallClock): number {
  const { start } = result;
  // The words "in three hours" mean three hours even if the clocks are changed in between.
  if (isElapsed(result)) return atMs + start.date().getTime() - wallMs;
  const said = hasTime(result, wallMs) ? readTime(start) : { hour: 23, minute: 59 };
  const year = start.get('year') ?? 0;
  const wall = buildWall({ year, month: start.get('month') ?? 1, day: start.get('day') ?? 1, ...said });
  const offsetMinutes = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
  return offsetMinutes === null ? computeMoment(wall, timeZone) : wall - offsetMinutes * 60_000;
}

function isElapsed(result: ParsedResult): boolean {
  const tags = result.tags();
  return tags.has('result/relativeDateAndTime') || tags.has('casualReference/now');
}

/**
 * Whether the text names a time or part of the day. If it names only a day, the parser fills in noon or the
 * present time.
 */
function hasTime({ start }: ParsedResult, wallMs: number): boolean {
  if (start.isCertain('hour')) return true;
  const { hour, minute } = readTime(start);
  const now = new Date(wallMs);
  const isNoon = hour === 12 && minute === 0;
  return !isNoon && !(hour === now.getUTCHours() && minute === now.getUTCMinutes());
}
