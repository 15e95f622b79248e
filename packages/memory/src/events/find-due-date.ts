// Due date: when a plan is due, from its own words, as somebody in the person's time zone would have meant them.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { Chrono, ParsedResult } from 'chrono-node';
import { type DateLanguage, loadDateParser } from './load-date-parser.ts';
import { buildWall, computeMoment, readWall } from './local-time.ts';

export interface DueDate {
  readonly dueAtMs: number;
  /** The words of the text that say when. */
  readonly dueWords: string;
}

export interface Writing {
  /** When it was written. */
  readonly atMs: number;
  /** Where it was written, as an IANA zone. */
  readonly timeZone: string;
  /** The first language in which a date can be read decides. */
  readonly languages: readonly DateLanguage[];
}

/**
 * A date stands near the beginning of a plan, if anywhere, so only this many characters are read: a long text must cost
 * no more than a short one.
 */
const longestRead = 400;
/** Words that can be a date but are hardly ever meant as one when they stand alone. */
const plainWords = /^(may|march|((the|a|one) )?(second|minute|moment))$/;

/** Undefined where the words name no moment that is still to come. */
export function findDueDate(text: string, writing: Writing): DueDate | undefined {
  const read = text.slice(0, longestRead);
  for (const language of writing.languages) {
    const found = findIn(read, loadDateParser(language), writing);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the text is nothing but a date; a past one counts too, and so do words such as "by". */
export function isDate(text: string, { atMs, timeZone, languages }: Writing): boolean {
  const reference = { instant: new Date(readWall(atMs, timeZone)), timezone: 0 };
  return languages.some((language) => {
    const parser = loadDateParser(language);
    const [result] = parser.parse(text.slice(0, longestRead), reference, { forwardDate: true });
    if (result === undefined || plainWords.test(result.text.trim())) return false;
    const rest = `${text.slice(0, result.index)} ${text.slice(result.index + result.text.length)}`;
    return splitTerms(rest).length === 0;
  });
}

function findIn(text: string, parser: Chrono, { atMs, timeZone }: Writing): DueDate | undefined {
  // The parser knows offsets but no zones, so it is given the clock on the wall as if it showed UTC.
  const wallMs = readWall(atMs, timeZone);
  const results = parser.parse(text, { instant: new Date(wallMs), timezone: 0 }, { forwardDate: true });
  return results
    .filter((result) => !plainWords.test(result.text.trim()))
    .map((result) => ({ dueAtMs: resolveMoment(result, { atMs, wallMs, timeZone }), dueWords: result.text }))
    .find(({ dueAtMs }) => Number.isSafeInteger(dueAtMs) && dueAtMs >= atMs);
}

interface WallClock {
  readonly atMs: number;
  readonly wallMs: number;
  readonly timeZone: string;
}

function resolveMoment(result: ParsedResult, { atMs, wallMs, timeZone }: WallClock): number {
  const { start } = result;
  // "In three hours" means three hours even where the clocks are changed in between.
  if (isElapsed(result)) return atMs + start.date().getTime() - wallMs;
  const said = hasTime(result, wallMs) ? readTime(start) : { hour: 23, minute: 59 };
  const year = start.get('year') ?? 0;
  const wall = buildWall({ year, month: start.get('month') ?? 1, day: start.get('day') ?? 1, ...said });
  const offsetMinutes = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
  return offsetMinutes === null ? computeMoment(wall, timeZone) : wall - offsetMinutes * 60_000;
}

function isElapsed(result: ParsedResult): boolean {
  const tags = result.tags();
  return tags.has('result/relativeDateAndTime') || tags.has('casualReference/now');
}

function readTime(start: ParsedResult['start']) {
  return { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0, second: start.get('second') ?? 0 };
}

/** Whether a time or part of the day was said; where only a day was, the parser fills in noon or the present time. */
function hasTime({ start }: ParsedResult, wallMs: number): boolean {
  if (start.isCertain('hour')) return true;
  const { hour, minute } = readTime(start);
  const now = new Date(wallMs);
  const isNoon = hour === 12 && minute === 0;
  return !isNoon && !(hour === now.getUTCHours() && minute === now.getUTCMinutes());
}
