// Finds which time English, German or French words mean: "at four" is after noon, "midnight on Friday" is the end of Friday.

import type { ParsedResult } from 'chrono-node';
import { buildWall, type WallMs } from './local-time.ts';

export interface SaidTime {
  readonly result: ParsedResult;
  /** The words of the original text that name the time. */
  readonly words: string;
  /** The whole text, and other words that say what the time is for. */
  readonly about: string;
  /** The present wall-clock time. */
  readonly wallMs: WallMs;
  readonly hasDay: boolean;
  readonly language: MeantLanguage;
  /** How often the thing that the text tells of recurs, if the text says that it does. */
  readonly recurs: 'daily' | 'seldom' | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const halfDayMs = dayMs / 2;
/** An hour up to this one, as in "at four", usually counts as one of the afternoon. */
export const lastOfAfternoon = 7;
const lastOfEvening = 10;
const lastOfNight = 5;

/** The languages in which our rules decide whether an hour such as "four" is before or after noon. */
export const meantLanguages = ['en', 'de', 'fr'] as const;

export type MeantLanguage = (typeof meantLanguages)[number];

/** Words for what is done early, or at a time that a timetable gives. */
export const early =
  /\b(?:mornings?|dawn|sunrise|breakfast|alarms?|wak(?:e|es|ing)|get(?:s|ting)?\sup|trains?|flights?|fly|flying|planes?|airport|bus|ferry|tram|departs?|departure|shift|(?:at|in\sthe)\snight|starts?\s(?:work|school)|before\s(?:work|school))\b|\bearly\b(?!\s(?:dinner|supper|tea|drinks|afternoon|evening))/iu;
/** Words for what is done in the evening, so that "dinner at eight" is not read as eight in the morning. */
const evening = /\b(?:dinner|supper|concert|gig|cinema|theatre|theater|opera|party|pub|drinks)\b/iu;
const night = /\b(?:tonight|night|midnight)\b/iu;
const ofLanguage: Readonly<Record<MeantLanguage, Readonly<Record<'early' | 'evening', RegExp>>>> = {
  en: { early, evening },
  fr: {
    early:
      /(?<!\p{L})(?:matin\p{L}*|tôt|aube|nuit|réveil|lever|trains?|vols?|avion|aéroport|bus|autocar|ferry|départ|petit[- ]déjeuner)(?!\p{L})/iu,
    evening: /(?<!\p{L})(?:soir|soirée|dîner|souper|concert|ciné|cinéma|théâtre|opéra|fête|apéro)(?!\p{L})/iu,
  },
  de: {
    early:
      /(?<!\p{L})(?:morgens|(?:am|jeden) morgen|früh\p{L}*|vormittags?|nachts?|wecker|aufstehen|aufwachen|zug|züge|flug\p{L}*|fliegen|flieger|bus|bahn|fähre|abfahrt|schicht)(?!\p{L})/iu,
    evening:
      /(?<!\p{L})(?:abends?|abendessen|abendbrot|konzert|kino|theater|oper|party|feier|kneipe)(?!\p{L})/iu,
  },
};
/** Forms that show the 24-hour clock: `04:30`, `0430`, and a time beside a date such as `2026-11-27`. */
const ofTimetable = /(?<![\d:.])0\d?(?:[:h]|\b)|\b0\d{3}\b|\d{4}-\d{2}-\d{2}/u;

/** The wall-clock time that the words mean. */
export function resolveMeantTime(said: SaidTime): WallMs {
  const { hour, day, wall } = readSaid(said.result);
  const isNight =
    said.language === 'en' &&
    said.hasDay &&
    ((said.recurs === undefined && isMidnight(said, hour)) || isAfterMidnight(said, hour));
  if (isNight) return findOfNight(said, day + ((wall - day) % halfDayMs));
  if (!isHalfOpen(said)) return wall;
  if (isOverToday(said, hour, wall)) return wall + halfDayMs;
  if (!isLater(said, hour)) return wall;
  if (said.hasDay) return wall + halfDayMs;
  return ofLanguage[said.language].evening.test(said.about)
    ? findEvening((wall % dayMs) + halfDayMs, said.wallMs)
    : findComing(wall % dayMs, said.wallMs);
}

/**
 * An hour after midnight belongs to the night that begins on the day before. But if "tonight" is said after midnight,
 * it may mean the present night.
 */
function findOfNight({ words, wallMs }: SaidTime, early: WallMs): WallMs {
  const isThisNight = /\btonight\b/iu.test(words) && wallMs % dayMs < lastOfNight * hourMs && early >= wallMs;
  return isThisNight ? early : early + dayMs;
}

/** "Today at eight", said at ten in the morning, means the evening. */
function isOverToday({ about, recurs, language, wallMs }: SaidTime, hour: number, wall: WallMs): boolean {
  const isToday = Math.floor(wall / dayMs) === Math.floor(wallMs / dayMs);
  const isOver = wall < wallMs && wall + halfDayMs >= wallMs;
  return hour < 12 && recurs === undefined && isToday && isOver && !ofLanguage[language].early.test(about);
}

function readSaid({ start }: ParsedResult) {
  const read = (part: 'year' | 'month' | 'day') => start.get(part) ?? 0;
  const { hour, minute, second } = readTime(start);
  const date = { year: read('year'), month: read('month'), day: read('day') };
  const day = buildWall({ ...date, hour: 0, minute: 0 });
  return { hour, day, wall: day + ((hour * 60 + minute) * 60 + second) * 1000 };
}

/** The date library reads a morning without an hour as six o'clock; we read it as eight. */
const [libraryMorning, morning] = [6, 8];

export function readTime(start: ParsedResult['start']) {
  const read = (part: 'hour' | 'minute' | 'second') => start.get(part) ?? 0;
  const said = { hour: read('hour'), minute: read('minute'), second: read('second') };
  const isMorning = !start.isCertain('hour') && said.hour === libraryMorning && said.minute === 0;
  return isMorning ? { hour: morning, minute: 0, second: 0 } : said;
}

/** Whether midnight is meant, as in "twelve at night": it belongs to the evening before it. */
function isMidnight({ result, words }: SaidTime, hour: number): boolean {
  if (result.tags().has('casualReference/midnight')) return true;
  return (hour === 0 || hour === 12) && night.test(words);
}

/**
 * Whether the hour is after midnight, as in "tonight at one" and "Friday night at two"; the date library
 * reads 13:00.
 */
function isAfterMidnight({ result: { start }, words }: SaidTime, hour: number): boolean {
  return !start.isCertain('meridiem') && hour > 12 && hour <= 12 + lastOfNight && night.test(words);
}

/** Whether the hour may be one of the morning or of the afternoon. */
function isHalfOpen({ result: { start }, words }: SaidTime): boolean {
  const isSaid = start.isCertain('hour') && !start.isCertain('meridiem');
  return isSaid && !start.isCertain('timezoneOffset') && !ofTimetable.test(words);
}

function isLater({ about, recurs, language }: SaidTime, hour: number): boolean {
  const words = ofLanguage[language];
  if (hour < 1 || hour > lastOfEvening || words.early.test(about)) return false;
  return words.evening.test(about) || (hour <= lastOfAfternoon && recurs !== 'daily');
}

/** For an hour without a day: today if the hour is still to come, otherwise tomorrow. */
function findEvening(ofDay: number, nowMs: WallMs): WallMs {
  const moment = Math.floor(nowMs / dayMs) * dayMs + ofDay;
  return moment >= nowMs ? moment : moment + dayMs;
}

/** For an hour without a day: the next such hour today, before or after noon; if both are over, tomorrow afternoon. */
function findComing(ofDay: number, nowMs: WallMs): WallMs {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const moments = [today + ofDay, today + ofDay + halfDayMs].filter((one) => one >= nowMs);
  return moments[0] ?? today + dayMs + ofDay + halfDayMs;
}
