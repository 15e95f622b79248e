// Calendar words: replaces English date expressions unknown to the date library with expressions that it knows.

import { findDayOfMonth, findRecurrence, numbers, renderCalendarDay } from './find-recurrence.ts';
import type { WallMs } from './local-time.ts';
import { computeWeekday, type Recurrence } from './recurrence.ts';
import { spokenTimes } from './spoken-times.ts';

export interface CalendarText {
  /** The original with some of its words replaced by others. */
  readonly text: string;
  readonly recurrence: Recurrence | undefined;
  /** Returns the part of the original from which a part of `text` comes. */
  extractOriginal(start: number, length: number): string;
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

const dayMs = 86_400_000;
const counts: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, ...numbers };
/** Days of the month as words: "the fifteenth". */
const spelled =
  'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth,twenty-first,twenty-second,twenty-third,twenty-fourth,twenty-fifth,twenty-sixth,twenty-seventh,twenty-eighth,twenty-ninth,thirtieth,thirty-first'.split(
    ',',
  );
const dates = new Map(spelled.map((word, at) => [word, at + 1]));
const date = String.raw`(?<date>\d{1,2}(?=(?:st|nd|rd|th)\b)|${spelled.toReversed().join('|')})(?:st|nd|rd|th)?`;
const number = String.raw`(?<number>${Object.keys(counts).join('|')}|\d{1,3})`;
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const weekday = `(?<weekday>${weekdayNames.join('|')})`;
/** Matches what may follow a day of the month, so that "second floor" is not read as a date. */
const dayEnd = String.raw`(?=\s*(?:$|[.,;:!?)]|(?:at|in|around|from|until|to|with|for|and|or|before|after|morning|noon|evening|night)\b))`;
const before = '(?<before>at|by|on|before|until|till|for|over|around|this|next)';

type Groups = Readonly<Record<string, string | undefined>>;

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

function renderHalf({ number: said = 'a', unit = 'hour' }: Groups): string | undefined {
  const many = counts[said.toLowerCase()] ?? Number(said);
  const [size, half, name] = halfUnits[unit.toLowerCase()] ?? [0, 0, ''];
  const total = many * size + half;
  return name === 'half-days' ? `${total * 12} hours` : `${total} ${name}`;
}

/** Midnight of the next day with this weekday, not counting today. */
function findWeekday(wallMs: WallMs, name: string): WallMs {
  const today = Math.floor(wallMs / dayMs);
  const wanted = weekdayNames.indexOf(name.toLowerCase());
  return (today + 1 + ((wanted - computeWeekday(today + 1) + 7) % 7)) * dayMs;
}

/** The Sunday that ends this week, today included. */
function findSunday(wallMs: WallMs): WallMs {
  const today = Math.floor(wallMs / dayMs);
  return (today + ((7 - computeWeekday(today)) % 7)) * dayMs;
}

const renderWeekendEnd = ({ which = 'this' }: Groups, wallMs: WallMs) =>
  renderCalendarDay(findSunday(wallMs) + (which.toLowerCase() === 'next' ? 7 * dayMs : 0));

const renderWeekLater = ({ weekday: name = '' }: Groups, wallMs: WallMs) =>
  renderCalendarDay(findWeekday(wallMs, name) + 7 * dayMs);

function renderDayOfMonth({ date = '', of }: Groups, wallMs: WallMs): string | undefined {
  const today = new Date(wallMs);
  const nextMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  const found = findDayOfMonth(
    of?.toLowerCase() === 'next' ? nextMonth : wallMs,
    dates.get(date.toLowerCase()) ?? Number(date),
  );
  return found === undefined ? undefined : renderCalendarDay(found);
}

/** Days of the year by their names: month and day, or days after Easter Sunday. Longer names come before shorter ones. */
const feasts: readonly (readonly [name: string, when: readonly [month: number, day: number] | number])[] = [
  ['christmas eve', [12, 24]],
  ['christmas(?: day)?|xmas', [12, 25]],
  ['boxing day', [12, 26]],
  ["new year['’]?s eve", [12, 31]],
  ["new year(?:['’]?s)?(?: day)?", [1, 1]],
  ['halloween', [10, 31]],
  ["valentine['’]?s day", [2, 14]],
  ['good friday', -2],
  ['easter monday', 1],
  ['easter(?: sunday)?', 0],
];
const feast = `(?<feast>${feasts.map(([name]) => name).join('|')})`;

function renderFeast({ feast: said = '' }: Groups, wallMs: WallMs): string | undefined {
  const today = Math.floor(wallMs / dayMs) * dayMs;
  const year = new Date(wallMs).getUTCFullYear();
  const found = listFeastDays(said, [year, year + 1]).find((day) => day >= today);
  return found === undefined ? undefined : renderCalendarDay(found);
}

function listFeastDays(said: string, years: readonly number[]): readonly WallMs[] {
  const when = feasts.find(([name]) => new RegExp(`^(?:${name})$`, 'iu').test(said))?.[1];
  if (when === undefined) return [];
  return years.map((one) =>
    typeof when === 'number' ? computeEaster(one) + when * dayMs : Date.UTC(one, when[0] - 1, when[1]),
  );
}

/** A feast counts only if it is said as a time: "a Christmas tree" names no time. */
const pastFeast = new RegExp(
  String.raw`(?<=\b(?:at|on|over|before|until|till|around|during|after|since|last|this)\s)${feast}(?:\s(?<year>\d{4}))?`,
  'giu',
);

interface FeastSpan {
  /** Where the feast begins in the text. */
  readonly start: number;
  readonly end: number;
  /** From the day before to the day after, by the clock on the wall. */
  readonly fromMs: WallMs;
  readonly untilMs: WallMs;
}

/** Finds the feasts that a text names as times: the last feast of that name, or the feast of the given year. */
export function findFeasts(text: string, wallMs: WallMs): readonly FeastSpan[] {
  const thisYear = new Date(wallMs).getUTCFullYear();
  return [...text.matchAll(pastFeast)].flatMap(({ index, 0: said, groups = {} }): readonly FeastSpan[] => {
    const { feast: name = '', year } = groups;
    const years = year === undefined ? [thisYear, thisYear - 1] : [Number(year)];
    const day = listFeastDays(name, years).find((one) => one <= wallMs);
    if (day === undefined) return [];
    return [{ start: index, end: index + said.length, fromMs: day - dayMs, untilMs: day + 2 * dayMs }];
  });
}

/** Easter Sunday of the Gregorian calendar, by the rule of Butcher and Meeus. */
export function computeEaster(year: number): WallMs {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

const rules: readonly Rule[] = [
  {
    pattern: new RegExp(String.raw`\b${number}\s(?<unit>hour|day|week|month|year)s?\sand\sa\shalf\b`, 'iu'),
    render: renderHalf,
  },
  {
    pattern: new RegExp(String.raw`\b${number}\sand\sa\shalf\s(?<unit>hour|day|week|month|year)s?\b`, 'iu'),
    render: renderHalf,
  },
  { pattern: /\b(?:a|one)\sfortnight\b/iu, render: () => '2 weeks' },
  {
    pattern:
      /\b(?:on\s|by\s|before\s|until\s)?the\s(?<date>\d{1,2})(?:st|nd|rd|th)\sof\s(?<of>the|this|next)\smonth\b/iu,
    render: renderDayOfMonth,
  },
  {
    pattern: new RegExp(String.raw`\b(?:on|by|before|until)\sthe\s${date}${dayEnd}`, 'iu'),
    render: renderDayOfMonth,
  },
  {
    pattern: /^(?:on\s)?the\s(?<date>\d{1,2})(?:st|nd|rd|th)(?=\s*:|\s)(?!\s(?:of|floor)\b)/iu,
    render: renderDayOfMonth,
  },
  {
    pattern: /\b(?:at\s|on\s|over\s)?(?<which>this|the|next)\sweekend\b/iu,
    render: renderWeekendEnd,
  },
  {
    pattern: /\b(?:by\s|before\s|at\s)?(?:the\s)?end\sof\s(?<which>the|this|next)\sweek\b/iu,
    render: renderWeekendEnd,
  },
  {
    pattern: /\b(?:by\s|before\s|at\s)?(?:the\s)?end\sof\s(?:the|this)\syear\b/iu,
    render: (_, wallMs) => renderCalendarDay(Date.UTC(new Date(wallMs).getUTCFullYear(), 11, 31)),
  },
  { pattern: new RegExp(String.raw`\b(?:on\s)?${weekday}\sweek\b`, 'iu'), render: renderWeekLater },
  { pattern: new RegExp(String.raw`\ba\sweek\s(?:from|on)\s${weekday}\b`, 'iu'), render: renderWeekLater },
  { pattern: new RegExp(String.raw`\b${before}\s${feast}\b`, 'iu'), render: renderFeast },
  { pattern: new RegExp(String.raw`^${feast}(?=\s*:)`, 'iu'), render: renderFeast },
];

const times: readonly Rule[] = spokenTimes.map((one) => ({ ...one, isTime: true }));

/** Leaves the text as it is, for languages about which we know no more than the library does. */
export function buildCalendarText(text: string): CalendarText {
  return buildText(text, [], undefined);
}

/** Replaces only the first words of each kind, and no words within replaced words. */
export function translateCalendarWords(text: string, wallMs: WallMs): CalendarText {
  const recurring = findRecurrence(text, wallMs);
  const replaced: Replacement[] = [];
  if (recurring !== undefined) {
    const { start, end, first } = recurring;
    replaced.push({ start, end, by: first });
  }
  const days = recurring === undefined ? rules : [];
  for (const { pattern, render, isTime } of [...days, ...times]) {
    const match = pattern.exec(text);
    const by = match === null ? undefined : render(match.groups ?? {}, wallMs);
    if (match === null || by === undefined) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    if (!replaced.some((one) => one.start < place.end && place.start < one.end))
      replaced.push({ ...place, by, isTime });
  }
  return buildText(
    text,
    replaced.toSorted((one, other) => one.start - other.start),
    recurring?.recurrence,
  );
}

interface Piece {
  /** Where the piece begins and ends in the original; `text` is what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isReplaced: boolean;
  readonly isTime: boolean;
}

function buildText(
  original: string,
  replaced: readonly Replacement[],
  recurrence: Recurrence | undefined,
): CalendarText {
  const pieces = listPieces(original, replaced);
  return {
    text: pieces.map(({ text }) => text).join(''),
    recurrence,
    extractOriginal(start, length) {
      const [first, last] = [findPlace(pieces, start), findPlace(pieces, start + length - 1)];
      return original.slice(first.start, last.end);
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

/** The place in the original of a character of the text: one character, or all the words that were replaced. */
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
