// Finds the week, month or year that words name in one of several languages, such as "Juni 2026" or "la semaine dernière".
import type { WallMs } from './local-time.ts';
import { parseMonthName } from './month-words.ts';
import { computeWeekday } from './recurrence.ts';
import type { TimeSpan } from './time-span.ts';

const dayMs = 86_400_000;
const oneMonth =
  /^(?:(?:in|im|en|em|nel|a|au|mois|de|d['’]|mes|month|of)\s)*(?<name>\p{L}{3,12})\.?,?(?:\s(?:de|del|of)?\s?(?<year>\d{4}))?$/iu;

/** A month by its name. Without a year, it is the last one of that name, or this one. */
export function findWholeMonth(text: string, wallMs: WallMs): TimeSpan | undefined {
  const { name, year: said } = oneMonth.exec(text)?.groups ?? {};
  const number = name === undefined ? undefined : parseMonthName(name);
  if (number === undefined) return undefined;
  const now = new Date(wallMs).getUTCFullYear();
  const past = Date.UTC(now, number - 1, 1) > wallMs ? now - 1 : now;
  return buildMonth(said === undefined ? past : Number(said), number - 1);
}

const units: Readonly<Record<string, RegExp>> = {
  week: /^(?:woche|semaine|semana|settimana|week|vecka[n]?)$/iu,
  month: /^(?:monat|mois|mes|mese|mês|maand|månad(?:en)?)$/iu,
  year: /^(?:jahr|an|année|año|anno|ano|jaar|år(?:et)?)$/iu,
};
const thisWords = /^(?:dies\p{L}*|ce|cet|cette|est[ea]|questa?|quest['’]?|deze|dit|denna|detta|i)$/iu;
const lastWords =
  /^(?:letzt\p{L}*|vorig\p{L}*|vergangen\p{L}*|derni[eè]re?|passée?|pasad[ao]|scors[ao]|passat[ao]|passad[ao]|vorige|afgelopen|förra)$/iu;
const articles = /^(?:die|der|das|den|dem|la|le|l|el|il|lo|o|a|de|het|in|im|en)$/iu;

/** The last or the present week, month or year, in words of other languages than English. */
export function findWholeUnit(text: string, wallMs: WallMs): TimeSpan | undefined {
  const words = text.split(/[\s'’]+/u).filter((word) => !articles.test(word));
  const unit = Object.keys(units).find((one) => words.some((word) => units[one]?.test(word)));
  const isLast = words.some((word) => lastWords.test(word));
  const isThis = words.some((word) => thisWords.test(word));
  if (unit === undefined || words.length !== 2 || isLast === isThis) return undefined;
  return buildUnit(unit, wallMs, isLast ? 1 : 0);
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
