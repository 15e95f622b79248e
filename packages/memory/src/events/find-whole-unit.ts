// Finds the weeks, months and years that words of several languages name, such as "Juni 2026" or "la semaine dernière".
import type { WallMs } from './local-time.ts';
import { parseMonthName } from './month-words.ts';
import { computeWeekday } from './recurrence.ts';
import type { TimeSpan } from './time-span.ts';
import unitWords from './unit-words.json' with { type: 'json' };

const dayMs = 86_400_000;
const oneMonth =
  /^(?:(?:in|im|en|em|i|nel|a|au|mois|de|d['’]|mes|month|of)\s)*(?<name>\p{L}{3,12})\.?,?(?:\s(?:de|del|of)?\s?(?<year>\d{4}))?$/iu;

/** A month by its name. Without a year, the most recent month of that name is meant, which may be the present one. */
export function findWholeMonth(text: string, wallMs: WallMs): TimeSpan | undefined {
  const { name, year: said } = oneMonth.exec(text)?.groups ?? {};
  const number = name === undefined ? undefined : parseMonthName(name);
  if (number === undefined) return undefined;
  const now = new Date(wallMs).getUTCFullYear();
  const past = Date.UTC(now, number - 1, 1) > wallMs ? now - 1 : now;
  return buildMonth(said === undefined ? past : Number(said), number - 1);
}

const languages: Readonly<Record<string, UnitWords>> = unitWords;
const units = ['week', 'month', 'year'] as const;
/** How many weeks, months or years each word goes back. */
const sides = { last: 1, this: 0, next: -1 } as const;

interface UnitWords extends Readonly<Record<(typeof units)[number], string>> {
  /** Words for last, this and next, before the unit and after it. */
  readonly before?: SideWords;
  readonly after?: SideWords;
  /** Numbers, for a language that says "last week" and "two weeks ago" in the same words. */
  readonly counts?: string;
  /** Whether the language is written without blanks between words. */
  readonly isJoined?: boolean;
}

type SideWords = Partial<Readonly<Record<keyof typeof sides, string>>>;

interface UnitPattern {
  readonly pattern: RegExp;
  readonly unit: string;
  readonly back: number;
}

const patterns = new Map<string, readonly UnitPattern[]>();

function listPatterns(language: string): readonly UnitPattern[] {
  const known = patterns.get(language);
  const words = languages[language];
  if (known !== undefined || words === undefined) return known ?? [];
  const built = units.flatMap((unit) =>
    Object.entries(sides).flatMap(([side, back]): readonly UnitPattern[] => {
      const pattern = buildPattern(words, unit, side as keyof typeof sides);
      return pattern === undefined ? [] : [{ pattern, unit, back }];
    }),
  );
  patterns.set(language, built);
  return built;
}

function buildPattern(
  { before = {}, after = {}, counts, isJoined, ...words }: UnitWords,
  unit: (typeof units)[number],
  side: keyof typeof sides,
): RegExp | undefined {
  const forms = [
    ...(before[side] === undefined ? [] : [`(?:${before[side]}) ?(?:${words[unit]})`]),
    ...(after[side] === undefined ? [] : [`(?:${words[unit]}) (?:${after[side]})`]),
  ];
  if (forms.length === 0) return undefined;
  const start = isJoined === true ? '' : String.raw`(?<!\p{L})(?<!\d )`;
  const count = counts === undefined ? '' : `(?<!(?:${counts}) )`;
  const end = isJoined === true ? '' : String.raw`(?!\p{L}|-là)`;
  return new RegExp(`${start}${count}(?:${forms.join('|')})${end}`, 'giu');
}

export interface NamedUnit extends TimeSpan {
  /** Where the words are in the text. */
  readonly start: number;
  readonly end: number;
}

/** The last, present and next weeks, months and years that a text in a language other than English names. */
export function findUnits(text: string, language: string, wallMs: WallMs): readonly NamedUnit[] {
  return listPatterns(language)
    .flatMap(({ pattern, unit, back }) =>
      [...text.matchAll(pattern)].map(({ index, 0: said }) => ({
        ...buildUnit(unit, wallMs, back),
        start: index,
        end: index + said.length,
      })),
    )
    .toSorted((one, other) => one.start - other.start);
}

const leads =
  /^(?:(?:die|der|das|den|dem|la|le|l|el|il|lo|o|a|au|de|del|het|in|im|en|em|no|na|nel|nella|nell|op|på|under|на|в|во|у|в|pada)[\s'’]+)*$/iu;

/**
 * The last, present or next week, month or year that a text in a language other than English names; undefined if the
 * text names anything else.
 */
export function findWholeUnit(text: string, wallMs: WallMs): TimeSpan | undefined {
  const said = text.trim();
  const found = Object.keys(languages)
    .flatMap((language) => findUnits(said, language, wallMs))
    .find(({ start, end }) => end === said.length && leads.test(said.slice(0, start)));
  return found && { fromMs: found.fromMs, untilMs: found.untilMs };
}

function buildUnit(unit: string, wallMs: WallMs, back: number): TimeSpan {
  const now = new Date(wallMs);
  if (unit === 'month') return buildMonth(now.getUTCFullYear(), now.getUTCMonth() - back);
  const year = now.getUTCFullYear() - back;
  if (unit === 'year') return { fromMs: Date.UTC(year, 0, 1), untilMs: Date.UTC(year + 1, 0, 1) };
  const day = Math.floor(wallMs / dayMs);
  const fromMs = (day - ((computeWeekday(day) + 6) % 7) - 7 * back) * dayMs;
  return { fromMs, untilMs: fromMs + 7 * dayMs };
}

function buildMonth(year: number, month: number): TimeSpan {
  return { fromMs: Date.UTC(year, month, 1), untilMs: Date.UTC(year, month + 1, 1) };
}
