// Search span: the time within which a person searches; the person gives its beginning and end in words.

import { UsageError } from '@terrarium/kernel/errors';
import { findMoment, type Writing } from './find-due-date.ts';
import { findWholeSpan } from './find-named-spans.ts';
import { computeDayStart } from './local-time.ts';
import type { TimeSpan } from './time-span.ts';

/** A person's words for a time: a day, a week, a month, a year, a time of day. */
export interface SpanWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SearchSpan extends TimeSpan {
  /** Whether the two ends were given in the wrong order and have been swapped. */
  readonly isTurned: boolean;
}

/** All of time. Its beginning or its end is used where the person gives none. */
export const allTime: TimeSpan = { fromMs: -8.64e15, untilMs: 8.64e15 };

/**
 * Returns the span from the beginning of `from` to the end of `to`, or the other way round if `to` comes first.
 * Without one of the two, the span is open on that side; undefined without both. Throws `UsageError` for words that
 * name no time.
 */
export function resolveSearchSpan({ from, to }: SpanWords, writing: Writing): SearchSpan | undefined {
  if (from === undefined && to === undefined) return undefined;
  const first = from === undefined ? undefined : requireTime(from, writing);
  const last = to === undefined ? undefined : requireTime(to, writing);
  const isTurned = first !== undefined && last !== undefined && last.untilMs <= first.fromMs;
  const [begin, end] = isTurned ? [last, first] : [first, last];
  return { fromMs: begin?.fromMs ?? allTime.fromMs, untilMs: end?.untilMs ?? allTime.untilMs, isTurned };
}

function requireTime(words: string, writing: Writing): TimeSpan {
  const { atMs: nowMs, timeZone, languages } = writing;
  const span = findWholeSpan(words, { nowMs, timeZone, languages });
  if (span !== undefined) return span;
  const momentMs = findMoment(words, writing);
  if (momentMs !== undefined)
    return { fromMs: computeDayStart(momentMs, timeZone), untilMs: computeDayStart(momentMs, timeZone, 1) };
  throw new UsageError({
    code: 'memory.unknown-moment',
    happened: `"${words}" is not a time.`,
    todo: 'Write a day, a month or a year: 2026-11-15, "last Tuesday", March, "May 2025", 2024.',
  });
}
