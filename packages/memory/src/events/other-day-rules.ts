// Other day rules: words of other languages than English that the date library reads wrongly or not at all.

import { computeDay, findDateFrom, findNumberedDay, findWeekdayOfWeek } from './calendar-days.ts';
import type { Groups } from './day-rules.ts';
import { listEastAsianRules } from './east-asian-rules.ts';
import type { WallMs } from './local-time.ts';

export interface OtherRule {
  readonly pattern: RegExp;
  /** Words of the same language that the date library reads; undefined if the words mean nothing. */
  readonly render: (groups: Groups, wallMs: WallMs, text: string) => string | undefined;
}

const dayMs = 86_400_000;

function renderDate(day: number | undefined, mark: '.' | '/'): string | undefined {
  return day === undefined ? undefined : renderOtherDate(day, mark);
}

/** Renders a day such as "24.6.2026" or "24/6/2026". */
export function renderOtherDate(day: number, mark: '.' | '/'): string {
  const date = new Date(day * dayMs);
  return [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()].join(mark);
}

const hours = 'eins,zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf'.split(',');
const hour = String.raw`(?<hour>\d{1,2}|${hours.join('|')}|ein)(?![\p{L}\d])`;
/** Matches where a word may begin. The group `night` is there if the word before it is "nachts". */
const atNight = String.raw`(?<!\p{L})(?<=(?<night>nachts? )?)`;

function parseHour(said = ''): number {
  return said.toLowerCase() === 'ein' ? 1 : hours.indexOf(said.toLowerCase()) + 1 || Number(said);
}

/** Units of measures such as "um zwei Tage", which say by how much and not when. */
const measured =
  'sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|euro|cent|franken|dollar|prozent|grad|meter|kilometer|zentimeter|kilo|gramm|pfund|liter|seiten?|zeilen?|wörter|größen|nummern|punkte?n?|plätze|stellen?|mal|drittel|viertel';

/**
 * The minutes since midnight: those of the hour, plus `shift`. "Halb eins" and "Viertel vor eins" are after noon,
 * unless they are said to be at night.
 */
function computeMinutes({ hour: said, night }: Groups, shift: number): number {
  const minutes = parseHour(said) * 60 + shift;
  return parseHour(said) === 1 && shift < 0 && night === undefined ? minutes + 12 * 60 : minutes;
}

function renderClock(minutes: number): string {
  const whole = (minutes + 24 * 60) % (24 * 60);
  return `um ${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} Uhr`;
}

const german: readonly OtherRule[] = [
  {
    pattern:
      /(?<![\p{L}\d])(?:am|vom|ab) (?<date>\d{1,2})\. ?(?<month>\d{1,2})\.(?! ?\d)(?: bis(?: zum)? \d{1,2}\. ?\d{1,2}\.(?! ?\d))?/iu,
    render: (groups, wallMs) => renderDate(findNumberedDay(groups, computeDay(wallMs)), '.'),
  },
  {
    // A number before a word with a capital letter is not a day by itself: "am 5. Mai", "am 3. Advent".
    pattern:
      /(?<![\p{L}\d])[Aa]m (?<date>\d{1,2})\.(?! ?(?:\d|\p{Lu}|(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)))/u,
    render: ({ date }, wallMs) => renderDate(findDateFrom(computeDay(wallMs), Number(date)), '.'),
  },
  {
    pattern: /(?<!\p{L})(?:am|dieses|übers) wochenende(?!\p{L})/iu,
    render: (_, wallMs) => renderDate(findWeekdayOfWeek(computeDay(wallMs), 0, 0), '.'),
  },
  {
    pattern: new RegExp(`${atNight}(?:um )?halb ${hour}`, 'iu'),
    render: (groups) => renderClock(computeMinutes(groups, -30)),
  },
  {
    pattern: new RegExp(`${atNight}(?:um )?(?:ein )?viertel (?<side>nach|vor) ${hour}`, 'iu'),
    render: ({ side = '', ...groups }) =>
      renderClock(computeMinutes(groups, side.toLowerCase() === 'nach' ? 15 : -15)),
  },
  {
    pattern: /(?<!\p{L})zwischen (?<from>\d{1,2}(?::\d{2})?)(?: uhr)? und \d{1,2}(?::\d{2})? uhr/iu,
    render: ({ from }) => `um ${from} Uhr`,
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})um (?<hour>${hours.join('|')}|ein(?= uhr))(?: uhr)?(?!\p{L}|\s(?:${measured})(?!\p{L})|.{0,60}\s(?:kümmern?|sorgen|bewerben|streiten|wetten|bitten)(?!\p{L}))`,
      'iu',
    ),
    render: (groups) => renderClock(computeMinutes(groups, 0)),
  },
  { pattern: /(?<!\p{L})in einer halben stunde(?!\p{L})/iu, render: () => 'in 30 Minuten' },
  { pattern: /(?<!\p{L})in (?:anderthalb|eineinhalb) stunden(?!\p{L})/iu, render: () => 'in 90 Minuten' },
  { pattern: /(?<!\p{L})in einer viertelstunde(?!\p{L})/iu, render: () => 'in 15 Minuten' },
  { pattern: /(?<!\p{L})morgen früh(?!\p{L}| um)/iu, render: () => 'morgen um 8 Uhr' },
];

const french: readonly OtherRule[] = [
  {
    pattern: /(?<!\p{L})apr[eè]s[- ]demain(?!\p{L})/iu,
    render: (_, wallMs) => renderDate(computeDay(wallMs) + 2, '/'),
  },
  {
    pattern: /(?<!\p{L})le (?<date>\d{1,2})(?= (?:à|au)(?!\p{L})|$|[.,;:!?])/iu,
    render: ({ date }, wallMs) => renderDate(findDateFrom(computeDay(wallMs), Number(date)), '/'),
  },
  {
    pattern: /(?<!\p{L})(?:ce|le) week-?end(?!\p{L}| (?:dernier|passé))/iu,
    render: (_, wallMs) => renderDate(findWeekdayOfWeek(computeDay(wallMs), 0, 0), '/'),
  },
  {
    pattern: /(?<!\p{L})entre (?<from>\d{1,2}) ?h(?<minute>\d{2})? et \d{1,2} ?h(?:\d{2})?/iu,
    render: ({ from, minute = '' }) => `à ${from}h${minute}`,
  },
  {
    pattern:
      /(?<!\p{L})à (?<hour>\d{1,2}) ?h(?:eures?)?(?!\p{L}) ?(?<minute>[0-5]\d)?(?<part> du matin| du soir| de l['’]après[- ]midi)?(?![\p{L}\d])/iu,
    render: ({ hour: said, minute = '', part }) => {
      const isLater = part !== undefined && !/matin/iu.test(part) && Number(said) < 12;
      return `à ${isLater ? Number(said) + 12 : said}h${minute}`;
    },
  },
  { pattern: /(?<!\p{L})à midi(?!\p{L})/iu, render: () => 'à 12h' },
  { pattern: /(?<!\p{L})dans une demi[- ]heure(?!\p{L})/iu, render: () => 'dans 30 minutes' },
  { pattern: /(?<!\p{L})dans un quart d['’]heure(?!\p{L})/iu, render: () => 'dans 15 minutes' },
  { pattern: /(?<!\p{L})dans quinze jours(?!\p{L})/iu, render: () => 'dans 15 jours' },
];

export function listOtherRules(language: string): readonly OtherRule[] {
  if (language === 'de') return german;
  return language === 'fr' ? french : listEastAsianRules(language);
}
