// Day before: tells whether words such as "before Friday" mean the day before a date, and finds that day.

import type { ParsedResult } from 'chrono-node';
import type { CalendarText } from './calendar-words.ts';
import { computeMoment, readWall } from './local-time.ts';

const dayMs = 86_400_000;
const earlier = /(?<!\p{L})(?:before|vor|avant)(?:\s(?:the|dem|der|le|la))?\s?$/iu;
const earlierFirst = /^(?:before|vor|avant)\s/iu;
/** The words "not before Friday" mean Friday itself. */
const notEarlier =
  /(?<!\p{L})(?:not|never|nicht|nie|pas|jamais)\s(?:before|vor|avant)(?:\s(?:the|dem|der|le|la))?\s?$/iu;
const clauseEnd = /[,;:.!?–—]|\s(?:and|but|so|or)\s/iu;
/** The words "don't open it before Friday" mean Friday itself, unlike "don't forget to pay it before Friday". */
const forbidding = /(?<!\p{L})(?:not|never|cannot|\p{L}+n['’]t)(?!\p{L})/iu;
const notForbidding = /(?<!\p{L})(?:forget|fail|miss|neglect|wait|worry|only|just|later)(?!\p{L})/iu;
/** The words "before the end of May" include the last day of May. */
const untilEnd = /\bend\sof\b/iu;
const weekend = /week-?end/iu;

/**
 * Whether words such as "before Friday" mean the day before the date: "not before Friday" means Friday, and "two days
 * before Christmas" is itself the date.
 */
export function isBeforeDay({ index, text }: ParsedResult, calendar: CalendarText): boolean {
  if (calendar.recurrence !== undefined) return false;
  const words = calendar.extractOriginal(index, text.length).trim();
  const lead = `${calendar.text.slice(0, index)}${earlierFirst.exec(words)?.[0] ?? ''}`;
  if (!earlier.test(lead) || notEarlier.test(lead) || untilEnd.test(words)) return false;
  const clause = lead.split(clauseEnd).at(-1) ?? '';
  return !forbidding.test(clause) || notForbidding.test(clause);
}

/**
 * Returns the day before the day that was read; for a weekend, which was read as its Sunday, returns the Friday. If
 * that earlier day is already over, returns the day that was read.
 */
export function findDayBefore(
  { dueAtMs, words }: { readonly dueAtMs: number; readonly words: string },
  { atMs, timeZone }: { readonly atMs: number; readonly timeZone: string },
): number {
  const days = weekend.test(words) ? 2 : 1;
  const before = computeMoment(readWall(dueAtMs, timeZone) - days * dayMs, timeZone);
  return before >= atMs ? before : dueAtMs;
}
