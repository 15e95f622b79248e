// Soon days: reads days that count from the day on which they were said, such as "today and tomorrow".

import { parseWeekday, weekdayWords } from './date-words.ts';
import { computeWeekday, type Recurrence } from './recurrence.ts';

export const soonWords = String.raw`(?:today|tomorrow)\b(?!['’])|the\sday\safter\stomorrow`;
/** Words for a day that may follow "today" or "tomorrow" in a list. */
export const laterWords = String.raw`${weekdayWords}|${soonWords}|the\sday\safter`;
const oneLater = new RegExp(laterWords, 'giu');

/** `said`: one of `soonWords`; days are counted from 1 January 1970. */
export function findSoon(said: string, today: number): number {
  return (
    today + Math.max(0, ['today', 'tomorrow'].indexOf(said.toLowerCase())) + (/after/iu.test(said) ? 2 : 0)
  );
}

/** Builds the recurrence for "tomorrow and on Friday" or "today and tomorrow": each of these days comes once. */
export function listSoon(soon: string, later: string, saidDay: number): Recurrence {
  const first = findSoon(soon, saidDay);
  const weekdays = [...later.matchAll(oneLater)].map(([name]) => {
    if (/^(?:today|tomorrow)$/iu.test(name)) return computeWeekday(findSoon(name, saidDay));
    return /after/iu.test(name) ? computeWeekday(first + 1) : parseWeekday(name);
  });
  return { unit: 'weeks', count: 1, weekdays, lastWeekday: weekdays.at(-1), isFirstToo: true };
}
