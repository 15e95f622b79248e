// Date words: fragments of patterns for English weekdays, months, numbers and days of the month, and what they mean.

/** The numbers from two to ten, as words. */
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
const counts: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, ...numbers, twelve: 12 };
/** A number of units, such as "a" or "three"; `parseCount` reads it. */
export const countWords = String.raw`${Object.keys(counts).join('|')}|\d{1,3}`;

export function parseCount(said = 'one'): number {
  return counts[said.toLowerCase()] ?? Number(said);
}

const weekdayStarts = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
export const weekdayWords = '(?:sun|mon|tues|wednes|thurs|fri|satur)day';
/** Weekdays in full or abbreviated. */
export const shortWeekdays = String.raw`${weekdayWords}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b\.?`;

/** Returns the number of the weekday, from 0 for Sunday; -1 for other words. */
export function parseWeekday(said: string): number {
  return weekdayStarts.indexOf(said.slice(0, 3).toLowerCase());
}

const monthStarts = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const monthWords =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';

/** Returns the number of the month, from 0 for January; -1 for other words. */
export function parseMonth(said: string): number {
  return monthStarts.indexOf(said.slice(0, 3).toLowerCase());
}

/** Days of the month as words: "the fifteenth". */
const spelled =
  'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth,twenty-first,twenty-second,twenty-third,twenty-fourth,twenty-fifth,twenty-sixth,twenty-seventh,twenty-eighth,twenty-ninth,thirtieth,thirty-first'.split(
    ',',
  );
export const spelledDates = spelled.toReversed().join('|');
/** A day of the month such as "7th" or "seventh"; `parseDate` reads it. */
export const dateWords = String.raw`\d{1,2}(?:st|nd|rd|th)\b|${spelledDates}`;

export function parseDate(said: string): number {
  const at = spelled.indexOf(said.toLowerCase());
  return at < 0 ? Number.parseInt(said, 10) : at + 1;
}

/**
 * Words such as "second" in "the second Tuesday of May". `parsePlace` turns them into a number: 1 for the first, 2
 * for the second and so on, or -1 for the last.
 */
export const placeWords = 'first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th';

export function parsePlace(said: string): number {
  return said.toLowerCase() === 'last' ? -1 : parseDate(said);
}
