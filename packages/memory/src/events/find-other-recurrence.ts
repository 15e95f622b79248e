// Other recurrence: finds words of other languages than English that say how often something recurs, and when first.

import { computeDay, findDate, readYearMonth } from './calendar-days.ts';
import { findEastAsianRecurrence } from './east-asian-recurrence.ts';
import { type FoundRecurrence, findRecurrence } from './find-recurrence.ts';
import { renderOtherDate } from './other-day-rules.ts';
import { findFirstDay, type Recurrence } from './recurrence.ts';
import { findRecurrenceEnd, type RecurrenceClock } from './recurrence-end.ts';

interface OtherWords {
  readonly weekdays: readonly string[];
  /** Words for numbers and for places in a month, each with its number. */
  readonly counts: Readonly<Record<string, number>>;
  /** The beginning of each word for a unit, with the unit. */
  readonly units: Readonly<Record<string, Recurrence['unit']>>;
  readonly workdays: RegExp;
  readonly patterns: readonly RegExp[];
  readonly mark: '.' | '/';
  renderHours(count: number): string;
}

const german: OtherWords = {
  weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
  counts: { zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, zweite: 2, dritte: 3, vierte: 4 },
  units: {
    stund: 'hours',
    stünd: 'hours',
    tag: 'days',
    täg: 'days',
    morgen: 'days',
    abend: 'days',
    nacht: 'days',
    woche: 'weeks',
    wöch: 'weeks',
    monat: 'months',
    jahr: 'years',
    jähr: 'years',
  },
  workdays: /werktag|wochentag/iu,
  patterns: [
    String.raw`(?<!\p{L})(?:am |jeden )(?<date>\d{1,2})\. (?:jede[ns]|des|im) monats?(?!\p{L})`,
    String.raw`(?<!\p{L})jede[nrs] (?:(?<count>zweite|dritte|vierte)[nrs]? )?(?<days>WEEKDAY(?:(?:,| und| sowie) (?:jeden )?WEEKDAY){0,6})(?!\p{L})`,
    String.raw`(?<!\p{L})(?<days>WEEKDAYs(?:(?:,| und| sowie) WEEKDAYs){0,6})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:werktags|an (?:werk|wochen)tagen|jeden werktag)(?!\p{L})`,
    String.raw`(?<!\p{L})jede[nrs]? (?:(?<count>zweite|dritte|vierte)[nrs]? )?(?<unit>stunde|tag|morgen|abend|nacht|woche|monat|jahr)(?!\p{L})`,
    String.raw`(?<!\p{L})alle (?<count>zwei|drei|vier|fünf|sechs|\d{1,3}) (?<unit>stunden|tage|wochen|monate|jahre)(?!\p{L})`,
    String.raw`(?<!\p{L})(?<unit>stündlich|täglich|wöchentlich|monatlich|jährlich)(?= ?(?:$|[.,;:!?]|(?:um|bis)(?!\p{L})))`,
  ].map(
    (one) =>
      new RegExp(
        one.replaceAll('WEEKDAY', '(?:(?:sonn|mon|diens|donners|frei|sams)tag|sonnabend|mittwoch)'),
        'iu',
      ),
  ),
  mark: '.',
  renderHours: (count) => `in ${count} Stunden`,
};

const french: OtherWords = {
  weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  counts: { deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6 },
  units: {
    heure: 'hours',
    jour: 'days',
    quotid: 'days',
    matin: 'days',
    soir: 'days',
    nuit: 'days',
    semaine: 'weeks',
    mois: 'months',
    an: 'years',
  },
  workdays: /ouvr/iu,
  patterns: [
    String.raw`(?<!\p{L})le (?<date>\d{1,2}) (?:de chaque|du) mois(?!\p{L})`,
    String.raw`(?<!\p{L})un (?<days>WEEKDAY) sur (?<count>deux|trois|quatre)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:chaque|tous les) (?<days>WEEKDAYs?(?:(?:,| et) (?:chaque |(?:tous )?les )?WEEKDAYs?){0,6})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:chaque jour ouvr\p{L}*|(?:tous )?les jours ouvr\p{L}*)`,
    String.raw`(?<!\p{L})tou(?:s|tes) les (?:(?<count>deux|trois|quatre|cinq|six|\d{1,3}) )?(?<unit>heures|jours|matins|soirs|nuits|semaines|mois|ans)(?!\p{L})`,
    String.raw`(?<!\p{L})chaque (?<unit>heure|jour|matin|soir|nuit|semaine|mois|année|an)(?!\p{L})`,
    String.raw`(?<!\p{L})(?<unit>quotidiennement)(?!\p{L})`,
  ].map(
    (one) =>
      new RegExp(one.replaceAll('WEEKDAY', '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)'), 'iu'),
  ),
  mark: '/',
  renderHours: (count) => `dans ${count} heures`,
};

/** Most texts name no recurrence, and this pattern quickly rules them out. */
const hints =
  /jede|alle |lich|tags|tagen|mittwochs|monats|chaque|tou(?:s|tes) les|jours ouvr|sur (?:deux|trois|quatre)|quotid|du mois/iu;

/** Returns undefined if the words name no recurrence, or if none is read in this language. */
export function findOtherRecurrence(
  text: string,
  language: string,
  clock: RecurrenceClock,
): FoundRecurrence | undefined {
  if (language === 'ja' || language === 'zh') return findEastAsianRecurrence(text, language, clock);
  const words = { de: german, fr: french }[language];
  if (words === undefined || !hints.test(text)) return undefined;
  for (const pattern of words.patterns) {
    const match = pattern.exec(text);
    const built = match === null ? undefined : build(words, match, computeDay(clock.wallMs));
    if (match === null || built === undefined) continue;
    const end = match.index + match[0].length;
    const last = findRecurrenceEnd(text, end, { ...clock, recurrence: built.recurrence });
    const recurrence =
      last === undefined ? built.recurrence : { ...built.recurrence, untilDay: last.untilDay };
    return { ...built, recurrence, start: match.index, end };
  }
  return undefined;
}

/** The recurrence that the words name in any language in which recurrences are read. */
export function findAnyRecurrence(words: string, clock: RecurrenceClock): FoundRecurrence | undefined {
  const found = findRecurrence(words, clock);
  if (found !== undefined) return found;
  return ['de', 'fr', 'ja', 'zh']
    .map((language) => findOtherRecurrence(words, language, clock))
    .find((one) => one !== undefined);
}

type Built = Pick<FoundRecurrence, 'recurrence' | 'first'>;

function build(words: OtherWords, match: RegExpExecArray, today: number): Built | undefined {
  const { date, days, unit: said = '', count: number = '' } = match.groups ?? {};
  const count = words.counts[number.toLowerCase()] ?? (Number(number) || 1);
  const render = (recurrence: Recurrence, day: number | undefined): Built | undefined =>
    day === undefined ? undefined : { recurrence, first: renderOtherDate(day, words.mark) };
  const renderFirst = (recurrence: Recurrence) => render(recurrence, findFirstDay(recurrence, today));
  if (date !== undefined) return renderFirst({ unit: 'months', count: 1, dates: [Number(date)] });
  // The first due date is the next such day, even if the plan recurs only every other week.
  const weekdays = listWeekdays(words, days ?? '');
  const coming = findFirstDay({ unit: 'weeks', count: 1, weekdays }, today);
  if (days !== undefined) return render({ unit: 'weeks', count, weekdays }, coming);
  if (words.workdays.test(match[0]))
    return renderFirst({ unit: 'weeks', count: 1, weekdays: [1, 2, 3, 4, 5] });
  const unit = Object.entries(words.units).find(([start]) => said.toLowerCase().startsWith(start))?.[1];
  if (unit === undefined) return undefined;
  if (unit === 'hours') return { recurrence: { unit, count }, first: words.renderHours(count) };
  return render({ unit, count }, computeFirst(unit, count, today));
}

/** Something that comes every day, or every few days, begins today; anything else is first due after one interval. */
function computeFirst(unit: Recurrence['unit'], count: number, today: number): number | undefined {
  if (unit === 'days') return today;
  if (unit === 'weeks') return today + 7 * count;
  const { year, month } = readYearMonth(today);
  const date = new Date(today * 86_400_000).getUTCDate();
  const later = { year, month: month + (unit === 'months' ? count : 12 * count) };
  return findDate(later, date) ?? findDate(later, 28);
}

function listWeekdays({ weekdays }: OtherWords, said: string): readonly number[] {
  const lower = said.toLowerCase().replaceAll('sonnabend', 'samstag');
  return weekdays.flatMap((name, at) => (new RegExp(`(?<!\\p{L})${name}`, 'u').test(lower) ? [at] : []));
}
