// Finds the past times that a message names in a language other than English, as wall-clock times of the person's zone.

import type { ParsedResult } from 'chrono-node';
import { computeDay, readYearMonth } from './calendar-days.ts';
import { findUnits, type NamedUnit } from './find-whole-unit.ts';
import { type DateLanguage, loadDateParser } from './load-date-parser.ts';
import type { WallMs } from './local-time.ts';
import type { TimeSpan } from './time-span.ts';

interface OtherAsking {
  readonly language: DateLanguage;
  readonly wallMs: WallMs;
  /**
   * Finds the span that a date means. `text` is the date in the words that the rules for English know. Returns
   * undefined for a date to come.
   */
  findPast(start: ParsedResult['start'], text: string, wallMs: WallMs): TimeSpan | undefined;
}

/**
 * Patterns for weeks, months and years in other languages, and for words such as "ago", each with the English word that
 * the rules for English know.
 */
const units: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:wochen?|semaines?|semanas?|settimana|settimane|weken|veckan?|veckor)(?!\p{L})/giu, 'week'],
  [/(?<!\p{L})(?:monate?n?|mois|mes|meses|mese|mesi|maand|maanden|månader|månad)(?!\p{L})/giu, 'month'],
  [/(?<!\p{L})(?:jahre?s?|jahren|ans?|années?|años?|anni|anno|anos?|jaar|jaren|år)(?!\p{L})/giu, 'year'],
  [/(?<!\p{L})(?:vor|il y a|hace|fa|geleden|sedan)(?!\p{L})/giu, 'ago'],
];

export function findOtherSpans(text: string, asking: OtherAsking): readonly TimeSpan[] {
  const { language, wallMs, findPast } = asking;
  const lasting = findLasting(text, language, wallMs);
  const isFree = ({ start, end }: Pick<NamedUnit, 'start' | 'end'>) =>
    !lasting.some((one) => one.start < end && start < one.end);
  const named = [...lasting, ...findUnits(text, language, wallMs).filter(isFree)];
  const found = loadDateParser(language, 'UTC')
    .parse(text, { instant: new Date(wallMs), timezone: 0 })
    .filter(
      ({ index, text: said }) => !named.some((one) => one.start < index + said.length && index < one.end),
    )
    .flatMap(({ index, start, end, text: said }): readonly NamedUnit[] => {
      const words = units.reduce((read, [pattern, unit]) => read.replace(pattern, unit), said);
      const first = findPast(start, words, wallMs);
      const last = end === undefined || end === null ? first : findPast(end, words, wallMs);
      if (first === undefined || last === undefined) return [];
      const untilMs = Math.max(first.untilMs, last.untilMs);
      return [{ fromMs: first.fromMs, untilMs, start: index, end: index + said.length }];
    });
  // `named` comes from our own rules: the library reads some units as a day, as another week, or not at all.
  const all = [...found, ...named].toSorted((one, other) => one.start - other.start);
  return all.length > 0 ? all : findMonth(text, asking);
}

const dayMs = 86_400_000;
/** If no number is said, as in "in the last weeks", this many units are meant. */
const someUnits = 3;
const lastingWords: Readonly<Record<string, { readonly pattern: RegExp; readonly counts: string }>> = {
  de: {
    pattern:
      /(?<!\p{L})(?:den|der|die) (?:letzt|vergangen)en (?:(?<count>\p{Ll}+|\d{1,3}) )?(?<unit>tagen?|wochen|monaten?|jahren?)(?!\p{L})/giu,
    counts: 'zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn',
  },
  fr: {
    pattern:
      /(?<!\p{L})(?:[cld]es|aux?) (?:(?<count>\p{Ll}+|\d{1,3}) )?derni(?:er|[eè]re)s (?<unit>jours|semaines|mois|ans|années)(?!\p{L})/giu,
    counts: 'deux,trois,quatre,cinq,six,sept,huit,neuf,dix',
  },
};
/** How many days or months a unit has, by the first two letters of its German and French names. */
const lastingUnits: Readonly<Record<string, readonly [days: number, months: number]>> = {
  ta: [1, 0],
  jo: [1, 0],
  wo: [7, 0],
  se: [7, 0],
  mo: [0, 1],
  ja: [0, 12],
  an: [0, 12],
};

/**
 * Finds spans such as "in den letzten zwei Wochen" and "ces derniers mois", which end now and not with the
 * last whole unit.
 */
function findLasting(text: string, language: string, wallMs: WallMs): readonly NamedUnit[] {
  const words = lastingWords[language];
  if (words === undefined) return [];
  return [...text.matchAll(words.pattern)].flatMap(({ index, groups = {}, 0: said }) => {
    const { count = '', unit = '' } = groups;
    const number = Number(count) || words.counts.split(',').indexOf(count.toLowerCase()) + 2;
    const [days = 0, months = 0] = lastingUnits[unit.slice(0, 2).toLowerCase()] ?? [];
    const many = number > 1 ? number : someUnits;
    const from = new Date(wallMs - many * days * dayMs);
    const fromMs = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - many * months, from.getUTCDate());
    return [{ fromMs, untilMs: wallMs, start: index, end: index + said.length }];
  });
}

const monthPatterns = new Map<DateLanguage, RegExp>();

/** Finds the first month such as "im März" or "en mars 2024", because the date library reads no month without a day. */
function findMonth(text: string, { language, wallMs }: OtherAsking): readonly TimeSpan[] {
  const names = listMonths(language);
  const pattern =
    monthPatterns.get(language) ??
    new RegExp(
      `(?<!\\p{L})(?:im|en|in|em|i) (?<month>${names.join('|')})(?!\\p{L})(?: (?:de |del )?(?<year>\\d{4})(?!\\d))?`,
      'iu',
    );
  monthPatterns.set(language, pattern);
  const { month: said, year } = pattern.exec(text)?.groups ?? {};
  if (said === undefined) return [];
  const month = names.indexOf(said.toLowerCase());
  const now = readYearMonth(computeDay(wallMs));
  const of = year === undefined ? now.year - Number(month > now.month) : Number(year);
  return [{ fromMs: Date.UTC(of, month, 1), untilMs: Date.UTC(of, month + 1, 1) }];
}

function listMonths(language: DateLanguage): readonly string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => format(Date.UTC(2024, at, 15)).toLowerCase());
}
