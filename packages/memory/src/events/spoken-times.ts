// Spoken times: replaces English times of day, such as "half past nine", by times that the date library reads.
import { clockRanges } from './clock-ranges.ts';
import { hourWords, parseHour, partOfDay, timeEnd, timeWide } from './time-words.ts';

const minutes: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  fifteen: 15,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
  half: 30,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  fifty: 50,
};

const hour = `(?<hour>${hourWords})`;
const clock = String.raw`(?:\so['’]?\s?clock)?(?:\ssharp)?`;
const minute = String.raw`(?:[\s-](?<minute>forty-five|twenty-five|fifteen|twenty|thirty|forty|fifty)\b)?`;
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** After a word for a day or a part of the day, an hour may be followed by more words than elsewhere. */
const ofDay = String.raw`(?<=\b(?:today|tomorrow|tonight|morning|afternoon|evening|night|${weekdays})\s)`;

interface SpokenTime {
  readonly pattern: RegExp;
  /** Returns undefined if the words mean no time. */
  readonly render: (groups: Groups) => string | undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

const spoken = [
  String.raw`\b(?:at\s)?(?:a\s)?(?<minute>half|quarter|twenty|ten|five)(?:\sminutes)?\s(?<side>past|after|to|before)\s(?<hour>midnight|noon|midday)\b`,
  String.raw`\b(?:at\s)?(?:a\s)?(?<minute>half|quarter)\s(?<side>past|to)\s(?<hour>${hourWords}|\d{1,2})\b(?![:.]\d)${clock}${partOfDay}`,
  String.raw`\bat\s(?<minute>twenty[\s-]five|twenty|ten|five)(?:\sminutes)?\s(?<side>past|to)\s${hour}\b${clock}${partOfDay}`,
  String.raw`\b(?:at\s)?${hour}\so['’]?\s?clock\b${partOfDay}`,
  String.raw`(?<!\b(?:${hourWords})\s)\b(?:at|by|before|until|till)\s${hour}\b${minute}${clock}${partOfDay}${timeEnd}`,
  String.raw`${ofDay}at\s${hour}\b${minute}${clock}${partOfDay}${timeWide}`,
  String.raw`(?:\b(?:by|before|until|till|(?:just|right|soon|shortly)\safter)|${ofDay}(?:around|about))\s(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?\b${clock}${partOfDay}(?!\s(?:or|and|to)\s\d)${timeEnd}`,
  String.raw`\b(?:at|around|about|by)\s(?<minute>half)\s${hour}\b${partOfDay}${timeEnd}`,
  String.raw`\b(?:at|around|about|by)\s(?<hour>${hourWords}|\d{1,2})-?ish\b`,
  String.raw`\bat\s(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?\s(?<part>in\sthe\s(?:early\s|late\s)?evening)\b`,
];
/** Times of the 24-hour clock in other forms than 14:30. */
const written = [
  String.raw`\bat\s(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?:\s?(?:h|hrs|hours)\b|${timeEnd})`,
  String.raw`\b(?:at\s)?(?<hour>[01]?\d|2[0-3])h(?<minute>[0-5]\d)\b`,
  String.raw`\bat\s(?<hour>[01]?\d|2[0-3])\s?h\b`,
  String.raw`\b(?:at\s)?(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)\s?(?:h|hrs|hours)\b`,
];

/** The patterns in the order in which they are tried: words that match one pattern are not read by a later one. */
export const spokenTimes: readonly SpokenTime[] = [
  ...clockRanges,
  ...spoken.map((pattern) => ({ pattern: new RegExp(pattern, 'iu'), render: renderTime })),
  ...written.map((pattern) => ({ pattern: new RegExp(pattern, 'iu'), render: renderWritten })),
  { pattern: /\bat\slunch(?:\s?time)?\b|\bover\slunch\b/iu, render: () => 'at noon' },
  { pattern: /\bfirst\sthing\sin\sthe\smorning\b/iu, render: () => 'in the morning' },
];

function renderTime({ hour: said = '', minute, side = '', part: ofDay = '' }: Groups): string {
  const named = parseHour(said);
  const isBefore = /to|before/iu.test(side);
  const count = readMinutes(minute);
  const shift = isBefore && named === 12 && /morning/iu.test(ofDay) ? 0 : computeShift(named, ofDay);
  const total = (isBefore ? named * 60 - count : named * 60 + count) + shift;
  const at = Math.floor(total / 60) % 24;
  const rest = total % 60;
  if (at === 0 && named === 1 && ofDay === '') return `at 12:${rest}`;
  // A full hour is written without minutes, because another word, such as "tonight", may say which half of the day is
  // meant.
  return rest === 0 && ofDay === '' ? `at ${at}` : `at ${at}:${String(rest).padStart(2, '0')}`;
}

function renderWritten({ hour: said = '', minute = '00' }: Groups): string {
  return `at ${said}:${minute}`;
}

function readMinutes(said: string | undefined): number {
  if (said === undefined) return 0;
  return minutes[said.toLowerCase().replace(/\s/u, '-')] ?? Number(said);
}

const halfDay = 12 * 60;
/** If "at night" follows, an hour below this one is after midnight. */
const firstOfNight = 6;

/** How many minutes a part of the day adds to an hour of the clock; below 0 for "twelve in the morning". */
function computeShift(named: number, ofDay: string): number {
  if (/morning/iu.test(ofDay)) return named === 12 ? -halfDay : 0;
  if (/night/iu.test(ofDay)) {
    if (named === 12) return halfDay;
    return named < firstOfNight ? 0 : halfDay;
  }
  return /afternoon|evening/iu.test(ofDay) && named < 12 ? halfDay : 0;
}
