// East Asian rules: turns Japanese and Chinese words for days and times into dates in digits, which the date library reads.

import {
  buildDay,
  computeDay,
  findDate,
  findDateFrom,
  findNumberedDay,
  findWeekdayFrom,
  findWeekdayOfWeek,
  readYearMonth,
} from './calendar-days.ts';
import type { Groups } from './day-rules.ts';
import { numberWords, parseEastAsianNumber } from './east-asian-numbers.ts';
import { type EastAsianLanguage, type EastAsianWords, eastAsianWords } from './east-asian-words.ts';
import type { WallMs } from './local-time.ts';

export interface EastAsianRule {
  readonly pattern: RegExp;
  /** Returns undefined if the words mean no day. */
  readonly render: (groups: Groups, wallMs: WallMs, text: string) => string | undefined;
}

const [dayMs, hourMs, minuteMs] = [86_400_000, 3_600_000, 60_000];
/**
 * The last hour that usually counts as one after noon if no part of the day is named: in general, and in a text about
 * a dinner or the like.
 */
const [lastOfAfternoon, lastOfEvening] = [7, 10];

/** Longer words come first, because some words begin with others. */
function join(words: object): string {
  const sorted = Object.keys(words).toSorted((one, other) => other.length - one.length);
  return `(?:${sorted.join('|')})`;
}

/** Brackets behind a date that name the same day in words: “12月5日（土）”, “2026-12-08（来週の火曜）”. */
const inWords = String.raw`(?:[(（][^()（）\d]{0,10}[日月火水木金土天一二三四五六曜][)）])?`;
/** Brackets behind words for a day that name the same day in digits: “来週の火曜（2026-12-08）”. */
const inDigits = String.raw`(?:[(（](?:\d{4}[-/.年])?\d{1,2}[-/.月]\d{1,2}日?[)）])?`;

function buildDayPattern(words: EastAsianWords): string {
  const all = [
    words.dayWait,
    `(?<short>${join(words.shortDays)})`,
    words.day,
    words.weekday,
    words.weekend,
    words.monthEnd,
    words.week,
    String.raw`(?<![\d])(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?!\d)${inWords}`,
    `(?<![去昨前元0-9０-９〇一二三四五六七八九十]年[的の]?|[0-9０-９〇一二三四五六七八九十])(?:(?<year>[0-9０-９]{4})年|(?<yearOf>${join(words.years)})の?)?(?<month>${numberWords})月(?<date>${numberWords})${words.date}${inWords}`,
    String.raw`(?<![\d/])(?<month>1[0-2]|0?[1-9])/(?<date>3[01]|[12]\d|0?[1-9])(?![\d/])`,
    `${words.dateInMonth}(?<dateIn>${numberWords})${words.date}`,
    words.month,
    `(?<![0-9０-９〇一二三四五六七八九十月第/]|月の)(?!一日)(?<dateAlone>${numberWords})${words.date}${words.notDateAlone}`,
    `(?<feast>${join(words.feasts)})${words.afterFeast}`,
  ];
  return `(?:${all.join('|')})`
    .replaceAll('{days}', join(words.days))
    .replaceAll('{weeks}', join(words.weeks))
    .replaceAll('{months}', join(words.months));
}

function buildClockPattern({ clock }: EastAsianWords): string {
  return String.raw`(?:${clock}|(?<![\d:])(?<hour>[01]?\d|2[0-3])[:：](?<minute>[0-5]\d)(?!\d))`;
}

function buildRules(words: EastAsianWords): readonly EastAsianRule[] {
  const { lead, joint, end } = words;
  const day = buildDayPattern(words);
  const hasDay = new RegExp(`${day}|[毎每隔]|平日|工作日|天天`, 'u');
  const clock = buildClockPattern(words);
  const part = `(?<part>${join(words.parts)})`;
  const isNoMeal = '(?![ご御饭飯餐食点點])';
  const time = `(?:${joint}${part}${joint}${clock}|${joint}${clock}|${joint}${part}${isNoMeal}|)`;
  const partAlone = `(?:(?<part>${words.partsAlone})|(?<=[毎每].{0,12})${part}${isNoMeal})`;
  return [
    { pattern: new RegExp(words.wait, 'u'), render: (groups, wallMs) => renderWait(groups, wallMs) },
    {
      pattern: new RegExp(`${lead}${day}${inDigits}${time}${end}`, 'u'),
      render: (groups, wallMs, text) => renderDay({ words, groups, wallMs, text }),
    },
    {
      pattern: new RegExp(`${lead}(?:(?:${part}${joint})?${clock}|${partAlone})${end}`, 'u'),
      render: (groups, wallMs, text) => renderTime({ words, groups, wallMs, text }, hasDay.test(text)),
    },
  ];
}

const rules: Readonly<Record<EastAsianLanguage, readonly EastAsianRule[]>> = {
  ja: buildRules(eastAsianWords.ja),
  zh: buildRules(eastAsianWords.zh),
};

export function listEastAsianRules(language: string): readonly EastAsianRule[] {
  return language === 'ja' || language === 'zh' ? rules[language] : [];
}

interface Said {
  readonly words: EastAsianWords;
  readonly groups: Groups;
  readonly wallMs: WallMs;
  readonly text: string;
}

export function renderEastAsianDay(day: number): string {
  const date = new Date(day * dayMs);
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
}

export function renderEastAsianMoment(wallMs: WallMs): string {
  return `${renderEastAsianDay(computeDay(wallMs))}${renderClock(wallMs % dayMs)}`;
}

function renderClock(ofDayMs: number): string {
  const [hour, minute] = [Math.floor(ofDayMs / hourMs), Math.floor((ofDayMs % hourMs) / minuteMs)];
  // With the seconds, the date library does not take “一” of “一起” behind it for a part of the time.
  return `${hour}:${String(minute).padStart(2, '0')}:00`;
}

function renderWait({ hours, minutes, half, halfAlone }: Groups, wallMs: WallMs): string | undefined {
  const halfMs = half === undefined && halfAlone === undefined ? 0 : hourMs / 2;
  const read = (said: string | undefined) => (said === undefined ? 0 : parseEastAsianNumber(said));
  const waitMs = read(hours) * hourMs + read(minutes) * minuteMs + halfMs;
  return Number.isNaN(waitMs) ? undefined : renderEastAsianMoment(wallMs + waitMs);
}

function renderDay(said: Said): string | undefined {
  const { words, groups, wallMs } = said;
  const today = computeDay(wallMs);
  const [shortDay, shortPart] = words.shortDays[groups['short'] ?? ''] ?? [];
  const day = shortDay === undefined ? findDay(words, groups, today) : today + shortDay;
  if (day === undefined) return undefined;
  const ofDayMs = findTime({ ...said, groups: { ...groups, part: groups['part'] ?? shortPart } });
  if (ofDayMs !== undefined) return renderEastAsianMoment(findComing(said, day * dayMs + ofDayMs));
  // A weekday is today only if an hour that is to come stands with it.
  return renderEastAsianDay(day === today && isBareWeekday(groups) ? day + 7 : day);
}

/**
 * If the moment is over: for a bare weekday, the same time a week later; for an hour of today such as "3時", the same
 * hour after noon if that may be meant. Otherwise the moment itself.
 */
function findComing(said: Said, momentMs: WallMs): WallMs {
  const { groups, wallMs } = said;
  if (momentMs >= wallMs) return momentMs;
  if (isBareWeekday(groups)) return momentMs + 7 * dayMs;
  const isToday = computeDay(momentMs) === computeDay(wallMs);
  return isToday && momentMs % dayMs < dayMs / 2 && isOpen(said) ? momentMs + dayMs / 2 : momentMs;
}

function isBareWeekday({ weekday, week }: Groups): boolean {
  return weekday !== undefined && week === undefined;
}

/** Whether the words leave open whether the hour is before noon or after it. */
function isOpen({ words, groups, text }: Said): boolean {
  return groups['part'] === undefined && !isOfTimetable(groups) && !words.early.test(text);
}

function isOfTimetable({ hour = '' }: Groups): boolean {
  return /^[0０]/u.test(hour);
}

/** `hasDay`: whether the text names a day elsewhere. */
function renderTime(said: Said, hasDay: boolean): string | undefined {
  const ofDayMs = findTime(said);
  if (ofDayMs === undefined) return undefined;
  if (hasDay) return renderClock(ofDayMs);
  const today = computeDay(said.wallMs) * dayMs;
  const early = isOpen(said) ? ofDayMs % (dayMs / 2) : ofDayMs;
  const isEarly = isOpen(said) && ofDayMs <= dayMs / 2 + lastOfEvening * hourMs;
  const moments = isEarly ? [early, early + dayMs / 2] : [ofDayMs];
  const coming = moments.map((one) => today + one).find((one) => one >= said.wallMs);
  return renderEastAsianMoment(coming ?? today + dayMs + ofDayMs);
}

/** The time of the day in milliseconds; undefined if the words name none. */
function findTime({ words, groups, text }: Said): number | undefined {
  const { part: saidPart = '', hour: saidHour, minute, half, quarter } = groups;
  const part = words.parts[saidPart];
  if (saidHour === undefined) return part === undefined ? undefined : part.hour * hourMs;
  const hour = parseEastAsianNumber(saidHour);
  const minutes = countMinutes({ minute, half, quarter });
  if (!(hour <= 24) || !(minutes < 60)) return undefined;
  const isLater = part === undefined ? isAfterNoon(words, { hour, groups, text }) : isHalfAfter(part, hour);
  const whole = hour < 12 && isLater ? hour + 12 : hour;
  const isMidnight = hour === 12 && part?.half === 'after' && part.hour >= 20;
  return (isMidnight ? 24 : whole) * hourMs + minutes * minuteMs;
}

function countMinutes({ minute, half, quarter }: Groups): number {
  if (half !== undefined) return 30;
  if (quarter !== undefined) return parseEastAsianNumber(quarter) * 15;
  return minute === undefined ? 0 : parseEastAsianNumber(minute);
}

/** Whether an hour that stands with a part of the day is after noon. With "noon", one is after it and eleven is not. */
function isHalfAfter(
  part: { readonly half: 'before' | 'after'; readonly hour: number },
  hour: number,
): boolean {
  return part.half === 'after' && !(part.hour === 12 && hour > lastOfEvening);
}

function isAfterNoon(
  { early, evening }: EastAsianWords,
  { hour, groups, text }: { readonly hour: number; readonly groups: Groups; readonly text: string },
): boolean {
  if (hour < 1 || isOfTimetable(groups) || early.test(text)) return false;
  return hour <= (evening.test(text) ? lastOfEvening : lastOfAfternoon);
}

function findDay(words: EastAsianWords, groups: Groups, today: number): number | undefined {
  const { day, weekday, feast } = groups;
  if (day !== undefined) return today + (words.days[day] ?? 0);
  if (weekday !== undefined) return findWeekday(words, groups, today);
  const dates = words.feasts[feast ?? ''];
  if (dates !== undefined) return findNumberedDay({ month: `${dates[0]}`, date: `${dates[1]}` }, today);
  return (
    findAfterWait(groups, today) ?? findOfWeek(words, groups, today) ?? findOfMonth(words, groups, today)
  );
}

function findWeekday(words: EastAsianWords, { week, weekday = '' }: Groups, today: number): number {
  const number = Math.max(0, words.weekdayNames.indexOf(weekday));
  const weeks = words.weeks[week ?? ''];
  return weeks === undefined ? findWeekdayFrom(today, number) : findWeekdayOfWeek(today, number, weeks);
}

function findAfterWait({ count, unit = '' }: Groups, today: number): number | undefined {
  if (count === undefined) return undefined;
  const number = parseEastAsianNumber(count);
  if (Number.isNaN(number)) return undefined;
  if (/[日天]/u.test(unit)) return today + number;
  return unit.endsWith('月') ? addMonths(today, number) : today + 7 * number;
}

/** The day with the same number in a later month, or the last day of that month if it has no such day. */
export function addMonths(day: number, months: number): number {
  const { year, month } = readYearMonth(day);
  const later = { year, month: month + months };
  return findDate(later, new Date(day * dayMs).getUTCDate()) ?? findLastDay(later);
}

function findLastDay({ year, month }: ReturnType<typeof readYearMonth>): number {
  return buildDay({ year, month: month + 1 }, 0);
}

/** How many weeks or months from now `said` means, such as 1 for “来週”, or for “来” if `unit` is “週”; otherwise 0. */
function countLater(words: Readonly<Record<string, number>>, said: string | undefined, unit: string): number {
  return said === undefined ? 0 : (words[said] ?? words[`${said}${unit}`] ?? 0);
}

/** A weekend is due on its Sunday. */
function findOfWeek(words: EastAsianWords, groups: Groups, today: number): number | undefined {
  const { weekAlone, weekendOf } = groups;
  if (weekAlone !== undefined) return today + 7 * countLater(words.weeks, weekAlone, '週');
  return groups['weekend'] === undefined
    ? undefined
    : findWeekdayOfWeek(today, 0, countLater(words.weeks, weekendOf, '週'));
}

function findOfMonth(words: EastAsianWords, groups: Groups, today: number): number | undefined {
  const { inMonth, dateIn, dateAlone, monthAlone, endOf, monthEnd } = groups;
  const { year, month } = readYearMonth(today);
  const findMonth = (said: string | undefined) => ({
    year,
    month: month + countLater(words.months, said, '月'),
  });
  if (monthEnd !== undefined) return findLastDay(findMonth(endOf));
  if (monthAlone !== undefined) return addMonths(today, countLater(words.months, monthAlone, '月'));
  if (dateIn !== undefined) return findDate(findMonth(inMonth), parseEastAsianNumber(dateIn));
  if (dateAlone !== undefined) return findDateFrom(today, parseEastAsianNumber(dateAlone));
  return findNamedDate(words, groups, today);
}

function findNamedDate(words: EastAsianWords, groups: Groups, today: number): number | undefined {
  const { year: saidYear, yearOf } = groups;
  const [month, date] = [groups['month'], groups['date']].map((said) => parseEastAsianNumber(said));
  if (month === undefined || date === undefined || !(month >= 1 && month <= 12)) return undefined;
  const { year } = readYearMonth(today);
  if (saidYear !== undefined) return findDate({ year: parseYear(saidYear), month: month - 1 }, date);
  if (yearOf !== undefined)
    return findDate({ year: year + (words.years[yearOf] ?? 0), month: month - 1 }, date);
  return findNumberedDay({ month: `${month}`, date: `${date}` }, today);
}

function parseYear(said: string): number {
  return Number(said.normalize('NFKC'));
}
