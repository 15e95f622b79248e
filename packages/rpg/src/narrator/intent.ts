// Intent: the type of what the player wants; also finds the language of the words, and how much time is to pass by waiting.

import { mostMinutes } from '../tools/arguments.ts';
import { smallWords } from './grammar.ts';

export interface Intent {
  /** The name of a row in the table of intents. */
  readonly kind: string;
  /** The player's words in lower case and plain spelling, with a blank at each end. */
  readonly heard: string;
  /** What follows the verb; for a question, all the words. For words about the game itself, just `ooc` or `how`. */
  readonly rest: string;
  /** What is said aloud, if anything is in quotation marks. */
  readonly speech: string;
  readonly raw: string;
}

/** Whether the words are likely English: whether they contain one of its small words. */
export function isEnglish(heard: string): boolean {
  return smallWords.english.some((word) => heard.includes(` ${word} `));
}

/** Whether the words are likely German, a language whose verbs the narrator knows. */
export function isGerman(heard: string): boolean {
  return smallWords.german.filter((word) => heard.includes(` ${word} `)).length > 1;
}

/** Words for numbers. A word that leaves the number open, such as "several", means one fixed number here. */
const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  'couple of': 2,
  three: 3,
  some: 3,
  few: 3,
  several: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
  'a hundred': 100,
  'half a': 0.5,
};
const count = `${Object.keys(counts).join('|')}|\\d{1,3}`;
const time = new RegExp(` (half an|${count}) (hours?|minutes?) `, 'u');
const span = new RegExp(
  ` (?:(${count}|the|whole|next)(?: (?:more|full|whole|long|good))? )?(days?|weeks?) `,
  'u',
);

/** How many minutes the player wants to wait, given the minute of the day; undefined if the words name no time. */
export function readUntil(heard: string, minuteOfDay: number): number | undefined {
  const hour = readHour(heard) ?? readStrokeTomorrow(heard);
  return (
    readSpan(heard) ??
    (hour === undefined ? undefined : countUntil(hour, heard, minuteOfDay)) ??
    readStroke(heard, minuteOfDay) ??
    (isTomorrow(heard) ? countUntil(dawn, heard, minuteOfDay) : undefined)
  );
}

function readSpan(heard: string): number | undefined {
  const [, many, unit] = time.exec(heard) ?? [];
  if (many === undefined || unit === undefined) return undefined;
  if (many === 'half an') return 30;
  const number = counts[many] ?? Number(many);
  return Math.max(1, Math.min(1440, number * (unit.startsWith('hour') ? 60 : 1)));
}

function isTomorrow(heard: string): boolean {
  return heard.includes(' tomorrow ');
}

/** The hour that a word such as "dawn" means; undefined without such a word. */
function readHour(heard: string): number | undefined {
  return hoursNamed.find(([, pattern]) => pattern.test(heard))?.[0];
}

/** Minutes until this hour, today or tomorrow. */
function countUntil(hour: number, heard: string, minuteOfDay: number): number {
  const next = (hour * 60 - minuteOfDay + 1440) % 1440 || 1440;
  // In the small hours, tomorrow is the day that is about to begin.
  const isToday = minuteOfDay >= dawn * 60 && minuteOfDay + next < 1440;
  return isTomorrow(heard) && isToday ? next + 1440 : next;
}

/**
 * How many minutes the player wants to rest if the words say for how many days or weeks, up to the most that can pass
 * at once; undefined for any other words.
 */
export function readDays(heard: string): number | undefined {
  const [, many = '', unit = ''] = span.exec(heard) ?? [];
  // "A day" and "the next day" tell when rather than how long.
  if (unit === '' || (unit === 'day' && !/ for (?:an?|one|the|the whole|a whole) day /.test(heard)))
    return undefined;
  const number = counts[many] ?? (/^\d/.test(many) ? Number(many) : 1);
  return Math.min(mostMinutes, Math.max(1440, number * (unit.startsWith('week') ? 10_080 : 1440)));
}

/** Minutes until a clock next strikes this many times, before noon or after: "until the ninth bell". */
function readStroke(heard: string, minuteOfDay: number): number | undefined {
  const hour = readStrokes(heard);
  return hour === undefined ? undefined : (hour * 60 - (minuteOfDay % 720) + 720) % 720 || 720;
}

/**
 * The first hour of tomorrow, from dawn on, at which a clock strikes as often as the words say; undefined if they do
 * not name both tomorrow and a stroke.
 */
function readStrokeTomorrow(heard: string): number | undefined {
  const hour = isTomorrow(heard) ? readStrokes(heard) : undefined;
  return hour !== undefined && hour < dawn ? hour + 12 : hour;
}

function readStrokes(heard: string): number | undefined {
  const named = / (?:until|till|for) (?:the )?(\S+) (?:bell|stroke|o clock|oclock)s? /.exec(heard)?.[1];
  const index = ordinals.findIndex((names) => names.includes(named ?? ''));
  return index < 0 ? undefined : index + 1;
}

const ordinals = [
  ['first', 'one', '1'],
  ['second', 'two', '2'],
  ['third', 'three', '3'],
  ['fourth', 'four', '4'],
  ['fifth', 'five', '5'],
  ['sixth', 'six', '6'],
  ['seventh', 'seven', '7'],
  ['eighth', 'eight', '8'],
  ['ninth', 'nine', '9'],
  ['tenth', 'ten', '10'],
  ['eleventh', 'eleven', '11'],
  ['twelfth', 'twelve', '12'],
];

const dawn = 6;
const hoursNamed: readonly (readonly [number, RegExp])[] = [
  [0, / midnight /],
  [dawn, / (?:morning|dawn|sunrise|daybreak|daylight) /],
  [12, / (?:noon|midday) /],
  [15, / afternoon /],
  [18, / (?:evening|dusk|sunset) /],
  [22, / (?:night|nightfall|dark) /],
];
