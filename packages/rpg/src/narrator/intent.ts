// Intent: the type of what the player wants; also finds the language of the words, and how much time is to pass by waiting.

import { smallWords } from './grammar.ts';

export interface Intent {
  /** The name of a row in the table of intents. */
  readonly kind: string;
  /** The player's words in lower case and plain spelling, with a blank at each end. */
  readonly heard: string;
  /** What follows the verb. For a question it is all the words; `ooc` and `how` mark words about the game itself. */
  readonly rest: string;
  /** What is said aloud, if anything is in quotation marks. */
  readonly speech: string;
  readonly raw: string;
}

/** Whether the words are likely English: other languages have none of its small words. */
export function isEnglish(heard: string): boolean {
  return smallWords.english.some((word) => heard.includes(` ${word} `));
}

/** Whether the words are likely German, a language whose verbs the narrator knows. */
export function isGerman(heard: string): boolean {
  return smallWords.german.filter((word) => heard.includes(` ${word} `)).length > 1;
}

/** How many minutes the player wants to wait, given the minute of the day; undefined if the words name no time. */
export function readUntil(heard: string, minuteOfDay: number): number | undefined {
  const [, count, unit] =
    / (half an|an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|\d{1,2}|some|few) (hours?|minutes?) /.exec(
      heard,
    ) ?? [];
  if (count !== undefined && unit !== undefined) {
    const spelled = spelledNumbers.findIndex((words) => words.includes(count));
    if (count === 'half an') return 30;
    const number = spelled === -1 ? (tens[count] ?? Number(count)) : spelled;
    return Math.max(1, Math.min(1440, number * (unit.startsWith('hour') ? 60 : 1)));
  }
  const found = hoursNamed.find(([, pattern]) => pattern.test(heard));
  if (found === undefined) return readStroke(heard, minuteOfDay);
  const [hour] = found;
  return (hour * 60 - minuteOfDay + 1440) % 1440 || 1440;
}

/** How many minutes the player wants to rest if the words name days or weeks; undefined if they name neither. */
export function readDays(heard: string): number | undefined {
  const [, count = '', unit = ''] =
    / (?:(an?|one|two|three|four|five|six|some|few|the|whole|next) )?(days?|weeks?) /.exec(heard) ?? [];
  // "A day" and "the next day" tell when rather than how long.
  if (unit === '' || (unit === 'day' && !/ for (?:an?|one|the|the whole|a whole) day /.test(heard)))
    return undefined;
  const number = spelledNumbers.findIndex((words) => words.includes(count));
  return Math.max(1, number) * (unit.startsWith('week') ? 10_080 : 1440);
}

/** Minutes until a clock next strikes this many times, before noon or after: "until the ninth bell". */
function readStroke(heard: string, minuteOfDay: number): number | undefined {
  const named = / (?:until|till|for) (?:the )?(\S+) (?:bell|stroke|o clock|oclock)s? /.exec(heard)?.[1];
  const hour = ordinals.findIndex((names) => names.includes(named ?? '')) + 1;
  return hour === 0 ? undefined : (hour * 60 - (minuteOfDay % 720) + 720) % 720 || 720;
}

const tens: Readonly<Record<string, number>> = {
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};

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

const spelledNumbers = [
  [],
  ['a', 'an', 'one'],
  ['two'],
  ['three', 'some', 'few'],
  ['four'],
  ['five'],
  ['six'],
];

const hoursNamed: readonly (readonly [number, RegExp])[] = [
  [0, / midnight /],
  [6, / (?:morning|dawn|sunrise|daybreak|daylight|tomorrow) /],
  [12, / (?:noon|midday) /],
  [15, / afternoon /],
  [18, / (?:evening|dusk|sunset) /],
  [22, / (?:night|nightfall|dark) /],
];
