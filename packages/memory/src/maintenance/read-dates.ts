// Finds the dates and times of day in a text, in several languages; also returns the text without them.

import { foldName, listNames, parseMonthName } from '../events/month-words.ts';

/** A date, as far as a text gives it. */
export interface WrittenDate {
  /** The exact words of the text. */
  readonly shown: string;
  readonly year: number | undefined;
  /** From 1 to 12; undefined if the text says only the day (`on the 20th`). */
  readonly month: number | undefined;
  readonly day: number | undefined;
}

export interface WrittenTime {
  readonly shown: string;
  readonly hour: number;
  readonly minute: number;
}

export interface WrittenMoments {
  readonly dates: readonly WrittenDate[];
  readonly times: readonly WrittenTime[];
  /** The text with blanks in place of dates and times. */
  readonly rest: string;
}

const isoDate = /\b(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?\b/g;
/** Matches `the 8th of May, 2023` and `8. Mai 2023`. */
const dayFirst =
  /\b(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?: (?:of|de|di))? (?<name>\p{L}{3,12})\b\.?(?:(?:,| of| de| del)? (?<year>\d{4})\b)?/gu;
/** Matches `May 8th, 2023` and `May 2023`. */
const monthFirst =
  /\b(?<name>\p{L}{3,12})\b\.?(?: (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?\b)?(?:(?:,| of| de)? (?<year>\d{4})\b)?/gu;
/** Matches `on the 20th`, but not `on the 3rd floor`. */
const dayAlone =
  /(?<=\b(?:on|by|until|till|from|since|before|after|around) the )(?<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?!(?:at|in|and|or|to|with|for|from|by|when|while|because|so|if|as|but|of|was|were|is|had|has|have|will|would|i|it|he|she|we|you|they|there|everything|everybody|instead|already|again|too|also|now|then)\b)\p{L})/giu;
const timeOfDay = /\b(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::[0-5]\d)?\b/g;

export function readDates(text: string): WrittenMoments {
  const dates: WrittenDate[] = [];
  const times: WrittenTime[] = [];
  const take = (rest: string, pattern: RegExp) =>
    rest.replace(pattern, (shown: string, ...found: readonly unknown[]) => {
      const date = buildDate(shown, found.at(-1) as Readonly<Record<string, string | undefined>>);
      if (date === undefined) return shown;
      dates.push(date);
      return ' ';
    });
  const dateless = [isoDate, dayFirst, monthFirst, dayAlone].reduce(take, text);
  const rest = dateless.replace(timeOfDay, (shown: string, hour: string, minute: string) => {
    times.push({ shown, hour: Number(hour), minute: Number(minute) });
    return ' ';
  });
  return { dates, times, rest };
}

/** Returns undefined if the words are not a date, or only a month, which says nothing that could be wrong. */
function buildDate(
  shown: string,
  { year, month, name, day }: Readonly<Record<string, string | undefined>>,
): WrittenDate | undefined {
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return undefined;
  if (name === undefined && month === undefined)
    return { shown: shown.trim(), year: undefined, month: undefined, day: Number(day) };
  const number = name === undefined ? Number(month) : parseMonthName(name);
  if (number === undefined || number < 1 || number > 12) return undefined;
  if (year === undefined && day === undefined) return undefined;
  return {
    shown: shown.trim(),
    year: year === undefined ? undefined : Number(year),
    month: number,
    day: day === undefined ? undefined : Number(day),
  };
}

/** Whether a word is the name of a month or a weekday, in full or abbreviated. */
export function isCalendarName(word: string): boolean {
  return parseMonthName(word) !== undefined || readDayNames().has(foldName(word));
}

let dayNames: ReadonlySet<string> | undefined;

function readDayNames(): ReadonlySet<string> {
  dayNames ??= new Set(
    Array.from({ length: 7 }, (_, at) => at).flatMap((at) =>
      listNames({ weekday: 'long' }, { weekday: 'short' }, Date.UTC(2023, 0, 1 + at)).flatMap((name) => [
        name,
        `${name}s`,
      ]),
    ),
  );
  return dayNames;
}
