// Calendar words: in several languages, replaces words for dates by words that the date library knows.

import { computeDay, findNumberedDay, renderDay } from './calendar-days.ts';
import { countWords, parseCount } from './date-words.ts';
import { dayRules, type Groups } from './day-rules.ts';
import { findOtherRecurrence } from './find-other-recurrence.ts';
import { findRecurrence } from './find-recurrence.ts';
import type { WallMs } from './local-time.ts';
import { listOtherRules } from './other-day-rules.ts';
import type { Recurrence } from './recurrence.ts';
import { findRecurrenceEnd } from './recurrence-end.ts';
import { spokenTimes } from './spoken-times.ts';

export interface CalendarText {
  /** The original with some of its words replaced by others. */
  readonly text: string;
  readonly recurrence: Recurrence | undefined;
  /** Returns the part of the original from which a part of `text` comes. */
  extractOriginal(start: number, length: number): string;
  /**
   * Returns the same part, together with words after it that name the last time: "every Tuesday at 9 until Christmas".
   */
  extractDue(start: number, length: number): string;
  /** Whether a part of `text` replaces words of the original that name more than a time of day. */
  isReplaced(start: number, length: number): boolean;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /** Whether the words name a time of day and no day. */
  readonly isTime?: boolean | undefined;
}

interface Rule {
  readonly pattern: RegExp;
  /** Returns undefined if the words mean no day. */
  readonly render: (groups: Groups, wallMs: WallMs) => string | undefined;
  readonly isTime?: boolean | undefined;
}

const halfUnits: Readonly<Record<string, readonly [size: number, half: number, unit: string]>> = {
  hour: [60, 30, 'minutes'],
  day: [24, 12, 'hours'],
  week: [14, 7, 'half-days'],
  month: [30, 15, 'days'],
  year: [12, 6, 'months'],
};

function renderHalf({ count, unit = 'hour' }: Groups): string | undefined {
  const [size, half, name] = halfUnits[unit.toLowerCase()] ?? [0, 0, ''];
  const total = parseCount(count) * size + half;
  return name === 'half-days' ? `${total * 12} hours` : `${total} ${name}`;
}

const count = `(?<count>${countWords})`;

/**
 * Rules for dates such as "on 15.6." or "13. April", and for words that say how far a time is from now, such as "a
 * fortnight".
 */
const waits: readonly Rule[] = [
  {
    // Whoever writes a full stop after both numbers puts the day before the month, even in an English text.
    pattern:
      /(?:\b(?:on|by|from|until|till|before)\s(?:the\s)?|(?<!\bi\s)\b(?:am|vom|zum|bis|ab)\s)(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.(?!\d)/iu,
    render: (groups, wallMs) => {
      const day = findNumberedDay(groups, computeDay(wallMs));
      return day === undefined ? undefined : renderDay(day);
    },
  },
  {
    // `13. April` is not English, but other languages share some names of months. The library would take the 13 for an
    // hour. May is left out, because `5. May I` begins a sentence.
    pattern:
      /(?<!\bat\s)\b(?<date>[12]\d|3[01]|0?[1-9])\.\s?(?<month>january|february|april|june|july|august|september|october|november|december|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\b)/iu,
    render: ({ date = '', month = '' }) => `${date} ${month}`,
  },
  {
    pattern: new RegExp(
      String.raw`\b${count}\s(?<unit>hour|day|week|month|year)s?\sand\sa\shalf\b|\b${count}\sand\sa\shalf\s(?<unit>hour|day|week|month|year)s?\b`,
      'iu',
    ),
    render: renderHalf,
  },
  {
    pattern: /\b(?<count>a|one|three)\squarters?\sof\san\shour\b/iu,
    render: ({ count: said = '' }) => (said.toLowerCase() === 'three' ? '45 minutes' : '15 minutes'),
  },
  { pattern: /\b(?:a|one)\sfortnight\b/iu, render: () => '2 weeks' },
  {
    pattern: /\b(?:the\s)?month\safter\snext\b/iu,
    render: () => 'in 2 months',
  },
];

const times: readonly Rule[] = spokenTimes.map((one) => ({ ...one, isTime: true }));

/**
 * Replaces words for days and times that the date library does not read, in a language other than English: the first
 * words of each kind.
 */
export function translateOtherWords(
  text: string,
  language: string,
  { wallMs, timeZone }: { readonly wallMs: WallMs; readonly timeZone: string },
): CalendarText {
  const recurring = findOtherRecurrence(text, language, { wallMs, timeZone });
  const done = recurring === undefined ? [] : [{ ...recurring, by: recurring.first }];
  const rules = listOtherRules(language).map(({ pattern, render }) => ({
    pattern,
    render: (groups: Groups) => render(groups, wallMs, text),
  }));
  const replaced = listReplacements(text, rules, { wallMs, done });
  return buildText(text, replaced, { recurrence: recurring?.recurrence, wallMs, timeZone });
}

/**
 * Replaces English words for days and times that the date library does not read: the first words of each kind, and
 * none that overlap with replaced words. If something recurs, only the words for this and for times of day are
 * replaced.
 */
export function translateCalendarWords(text: string, wallMs: WallMs, timeZone: string): CalendarText {
  const recurring = findRecurrence(text, { wallMs, timeZone });
  const replaced: Replacement[] = [];
  if (recurring !== undefined) {
    const { start, end, first } = recurring;
    replaced.push({ start, end, by: first });
  }
  const days = recurring === undefined ? [...dayRules, ...waits] : [];
  const replacing = { wallMs, done: replaced };
  const all = listReplacements(text, [...days, ...times], replacing);
  return buildText(text, all, { recurrence: recurring?.recurrence, wallMs, timeZone });
}

interface Replacing {
  readonly wallMs: WallMs;
  readonly done: readonly Replacement[];
}

/** Returns `done` and the replacements that the rules add, in the order of the text. None of them overlap. */
function listReplacements(
  text: string,
  tried: readonly Rule[],
  { wallMs, done }: Replacing,
): readonly Replacement[] {
  const replaced = [...done];
  for (const { pattern, render, isTime } of tried) {
    const match = pattern.exec(text);
    const by = match === null ? undefined : render(match.groups ?? {}, wallMs);
    if (match === null || by === undefined) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    if (!replaced.some((one) => one.start < place.end && place.start < one.end))
      replaced.push({ ...place, by, isTime });
  }
  return replaced.toSorted((one, other) => one.start - other.start);
}

interface Reading {
  readonly recurrence: Recurrence | undefined;
  readonly wallMs: WallMs;
  readonly timeZone: string;
}

interface Piece {
  /** Where the piece begins and ends in the original; `text` takes its place. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isReplaced: boolean;
  readonly isTime: boolean;
}

function buildText(
  original: string,
  replaced: readonly Replacement[],
  { recurrence, wallMs, timeZone }: Reading,
): CalendarText {
  const pieces = listPieces(original, replaced);
  const findReach = (start: number, length: number) => ({
    from: findPlace(pieces, start).start,
    to: findPlace(pieces, start + length - 1).end,
  });
  return {
    text: pieces.map(({ text }) => text).join(''),
    recurrence,
    extractOriginal(start, length) {
      const { from, to } = findReach(start, length);
      return original.slice(from, to);
    },
    extractDue(start, length) {
      const { from, to } = findReach(start, length);
      const ending =
        recurrence === undefined
          ? undefined
          : findRecurrenceEnd(original, to, { wallMs, timeZone, recurrence });
      return original.slice(from, ending?.end ?? to);
    },
    isReplaced: (start, length) =>
      [start, start + length - 1].some((at) => {
        const place = findPlace(pieces, at);
        return place.isReplaced && !place.isTime;
      }),
  };
}

function listPieces(original: string, replaced: readonly Replacement[]): readonly Piece[] {
  const pieces: Piece[] = [];
  const appendPiece = (start: number, end: number) =>
    pieces.push({ start, end, text: original.slice(start, end), isReplaced: false, isTime: false });
  let done = 0;
  for (const { start, end, by, isTime = false } of replaced) {
    appendPiece(done, start);
    pieces.push({ start, end, text: by, isReplaced: true, isTime });
    done = end;
  }
  appendPiece(done, original.length);
  return pieces;
}

type Place = Omit<Piece, 'text'>;

/**
 * Finds the part of the original that a character of the text stands for: one character, or all the words that were
 * replaced there.
 */
function findPlace(pieces: readonly Piece[], at: number): Place {
  let from = 0;
  for (const { start, end, text, isReplaced, isTime } of pieces) {
    const offset = at - from;
    if (offset < text.length)
      return isReplaced
        ? { start, end, isReplaced, isTime }
        : { start: start + offset, end: start + offset + 1, isReplaced, isTime };
    from += text.length;
  }
  return { start: from, end: from, isReplaced: false, isTime: false };
}
