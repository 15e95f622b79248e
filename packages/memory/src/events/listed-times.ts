// Listed times: finds several times of day right before or after a place in a text: "at 9 and at 21", "at 8am and 8pm".

import { early, lastOfAfternoon } from './meant-time.ts';
import { counted } from './time-words.ts';

const clockTime = String.raw`\d{1,2}(?:[:.][0-5]\d)?(?:\s?[ap]\.?m\b\.?)?`;
/**
 * A time that may follow a comma without "at" or "and". A number without minutes or "am" may count things there, as
 * in "at 9, 10 pots".
 */
const sureTime = String.raw`\d{1,2}(?:[:.][0-5]\d(?:\s?[ap]\.?m\b\.?)?|\s?[ap]\.?m\b\.?)`;
const lastTime = String.raw`(?:,?\sand\s(?:at\s)?${clockTime}|,\s?at\s${clockTime}|,\s?${sureTime})`;
const clockTimes = String.raw`at\s(?<times>${clockTime}(?:,\s?(?:at\s)?${clockTime})*${lastTime})`;
const timesAfter = new RegExp(String.raw`^,?\s${clockTimes}(?![:\d])`, 'iu');
const timesBefore = new RegExp(String.raw`\b${clockTimes},?\s$`, 'iu');
const oneTime = /(\d{1,2})(?:[:.]([0-5]\d))?(?:\s?([ap])\.?m\b)?/giu;

const bareNumber = /\sand\s\d{1,2}$/iu;

export interface ListedTimes {
  /** Where the words with the times begin and end, together with the words that they follow or precede. */
  readonly start: number;
  readonly end: number;
  /** Hours of the day, the earliest first; halves and other fractions are minutes. */
  readonly hours: readonly number[];
}

interface Kind {
  readonly isHabit: boolean;
  readonly isOneDay: boolean;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds two or more times of day right after a place in the text, or else right before it. An hour up to seven
 * usually counts as one after noon, but not for a habit or for something early.
 */
export function findTimesBeside(
  text: string,
  { start, end }: Place,
  { isHabit, isOneDay }: Kind,
): ListedTimes | undefined {
  const after = timesAfter.exec(text.slice(end));
  const before = timesBefore.exec(text.slice(0, start));
  const found = after ?? before;
  const hours = parseTimes(found?.groups?.['times'] ?? '', isHabit || early.test(text));
  if (found === null || hours === undefined) return undefined;
  if (isOneDay && after !== null && isCount(after[0], text.slice(end + after[0].length))) return undefined;
  return {
    start: after === null ? found.index : start,
    end: after === null ? end : end + after[0].length,
    hours,
  };
}

/** Whether the last number counts things instead of hours: "at 9 and 2 candles". */
function isCount(times: string, behind: string): boolean {
  return bareNumber.test(times) && counted.test(behind);
}

/**
 * Returns the hours in the order of the day; undefined if there are fewer than two, or if one is not before 24. In
 * "at 8 and 8", the second hour is after noon.
 */
function parseTimes(said: string, isEarly: boolean): readonly number[] | undefined {
  const hours: number[] = [];
  for (const [, hour = '', minute = '0', half] of said.matchAll(oneTime)) {
    const ofDay = half === undefined ? readOpen(hour, isEarly) : readHalf(hour, half);
    const at = ofDay + Number(minute) / 60;
    const isOpen = half === undefined && !hour.startsWith('0') && at < 12;
    hours.push(isOpen && at <= (hours.at(-1) ?? -1) ? at + 12 : at);
  }
  return hours.length > 1 && hours.every((one) => one < 24)
    ? hours.toSorted((one, other) => one - other)
    : undefined;
}

function readHalf(hour: string, half: string): number {
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** Reads an hour without "am" or "pm". An hour such as "5" is usually one after noon, but "05" is before noon. */
function readOpen(hour: string, isEarly: boolean): number {
  const named = Number(hour);
  const isAfternoon = !isEarly && !hour.startsWith('0') && named >= 1 && named <= lastOfAfternoon;
  return isAfternoon ? named + 12 : named;
}
