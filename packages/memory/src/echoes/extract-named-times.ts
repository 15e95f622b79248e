// Named times: which days and months of the past a message speaks of.

import type { ParsedResult } from 'chrono-node';
import { loadDateParser } from '../dates/load-date-parser.ts';

export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** A question names its time near its words; a long message costs no more than a short one. */
const longestRead = 400;
/** Words that are also a date, and hardly ever meant as one when they stand alone. */
const plainWords = /^(may|march|sun|sat|mon|second|now|today|tonight)$/;
/** What happened is told on the day or soon after; one day before allows for time zones. */
const toldBeforeMs = dayMs;
const toldAfterMs = 14 * dayMs;

/** In the order of the text; a month without a year is the last one of that name. */
export function extractNamedTimes(text: string, nowMs: number): readonly TimeSpan[] {
  return loadDateParser('en')
    .parse(text.slice(0, longestRead), { instant: new Date(nowMs), timezone: 0 })
    .filter((result) => !plainWords.test(result.text.trim()))
    .flatMap((result) => findSpan(result, nowMs) ?? [])
    .map(({ fromMs, untilMs }) => ({ fromMs: fromMs - toldBeforeMs, untilMs: untilMs + toldAfterMs }));
}

function findSpan({ start, text }: ParsedResult, nowMs: number): TimeSpan | undefined {
  const month = (start.get('month') ?? 1) - 1;
  const isDay = start.isCertain('day') || start.isCertain('weekday');
  if (!isDay && !start.isCertain('month') && !/\b(week|month|year)s?\b/i.test(text)) return undefined;
  const year = resolveYear(start, month, nowMs);
  if (isDay) {
    const fromMs = Date.UTC(year, month, start.get('day') ?? 1);
    return fromMs + dayMs > nowMs ? undefined : { fromMs, untilMs: fromMs + dayMs };
  }
  if (/\byears?\b/i.test(text)) return { fromMs: Date.UTC(year, 0, 1), untilMs: Date.UTC(year + 1, 0, 1) };
  if (/\bweeks?\b/i.test(text)) {
    const fromMs = Date.UTC(year, month, start.get('day') ?? 1);
    return { fromMs: fromMs - 3 * dayMs, untilMs: fromMs + 4 * dayMs };
  }
  return { fromMs: Date.UTC(year, month, 1), untilMs: Date.UTC(year, month + 1, 1) };
}

function resolveYear(start: ParsedResult['start'], month: number, nowMs: number): number {
  const year = start.get('year') ?? new Date(nowMs).getUTCFullYear();
  const isSaid = start.isCertain('year');
  return !isSaid && Date.UTC(year, month, start.get('day') ?? 1) > nowMs ? year - 1 : year;
}
