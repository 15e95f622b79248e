// East Asian recurrence: finds Japanese and Chinese words that say how often something recurs, and on which day it happens first.

import { computeDay, findNumberedDay } from './calendar-days.ts';
import { numberWords as n, parseEastAsianNumber } from './east-asian-numbers.ts';
import { addMonths, renderEastAsianDay, renderEastAsianMoment } from './east-asian-rules.ts';
import { type EastAsianLanguage, eastAsianWords } from './east-asian-words.ts';
import type { FoundRecurrence } from './find-recurrence.ts';
import { findFirstDay, type Recurrence } from './recurrence.ts';
import type { RecurrenceClock } from './recurrence-end.ts';

/**
 * In "every morning at eight", only "every" is replaced, so that the part of the day still says which eight is meant.
 */
const patterns: Readonly<Record<EastAsianLanguage, readonly RegExp[]>> = {
  ja: [
    /(?<every>毎週|隔週)の?(?<days>[日月火水木金土](?:曜日?)?(?:[とや、・,](?:毎週)?[日月火水木金土](?:曜日?)?){0,6})(?<=曜日?)(?:には?|の)?/u,
    new RegExp(`毎年の?(?<month>${n})月(?<date>${n})日(?:には?|の)?`, 'u'),
    new RegExp(`毎月の?(?<date>${n})日(?:には?|の)?`, 'u'),
    new RegExp(`(?<count>${n})(?<unit>日|週間|時間)(?:ごと|おき|毎)に?`, 'u'),
    /(?<workdays>平日は?毎日|毎平日|平日(?=[にはの]{0,2}、?(?:毎|朝|昼|夕|夜|晩|午|[0-9０-９一二三四五六七八九十]{1,3}時)))/u,
    /毎(?=[朝昼夕晩夜])|(?<unit>毎日|毎週|毎月(?!末)|毎年)の?/u,
  ],
  zh: [
    /(?<every>每|隔)[个個]?(?:周|週|星期|礼拜|禮拜)(?<days>[日天一二三四五六](?:[、和跟与與,](?:每?[个個]?(?:周|週|星期|礼拜|禮拜))?[日天一二三四五六]){0,6})(?![次趟遍个個天])/u,
    new RegExp(`每年(?<month>${n})月(?<date>${n})[日号號]`, 'u'),
    new RegExp(`每[个個]?月(?:的)?(?<date>${n})[日号號]`, 'u'),
    new RegExp(`每隔?(?<count>${n})[个個]?(?<unit>天|周|週|星期|小时|小時)`, 'u'),
    /(?<workdays>每[个個]?工作日|每天工作日|(?<![0-9０-９一二三四五六七八九十两兩几幾下第个個])工作日(?![内內之以后後前历曆]))/u,
    /每(?=[早晚])|(?<unit>每[天日周週年]|每[个個]?月(?!月?[底末])|(?<![今明昨后後前每白当當整冬夏春秋晴阴陰雨周週期拜])天天(?![气氣空])|每[个個](?:星期|礼拜|禮拜))/u,
  ],
};
const hints = /[毎每隔]|ごと|おき|平日|天天|工作日/u;

export function findEastAsianRecurrence(
  text: string,
  language: EastAsianLanguage,
  { wallMs }: Pick<RecurrenceClock, 'wallMs'>,
): FoundRecurrence | undefined {
  if (!hints.test(text)) return undefined;
  for (const pattern of patterns[language]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const recurrence = readRecurrence(match.groups ?? {}, language);
    const first = recurrence === undefined ? undefined : renderFirst(recurrence, match.groups ?? {}, wallMs);
    if (recurrence === undefined || first === undefined) continue;
    return { recurrence, first, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

function readRecurrence(
  { every, days, month, date, count, unit = '', workdays }: Readonly<Record<string, string | undefined>>,
  language: EastAsianLanguage,
): Recurrence | undefined {
  if (days !== undefined) {
    const names = eastAsianWords[language].weekdayNames;
    const said = days.replaceAll(/曜日?|星期|[礼禮]拜|[周週每毎个個]/gu, '').replaceAll('天', '日');
    const weekdays = [...said].map((one) => names.indexOf(one)).filter((one) => one >= 0);
    return { unit: 'weeks', count: every?.startsWith('隔') === true ? 2 : 1, weekdays };
  }
  if (month !== undefined) return { unit: 'years', count: 1 };
  if (date !== undefined) return readDate(parseEastAsianNumber(date));
  if (workdays !== undefined) return { unit: 'weeks', count: 1, weekdays: [1, 2, 3, 4, 5] };
  const number = count === undefined ? 1 : parseEastAsianNumber(count);
  return number >= 1 ? { unit: readUnit(unit), count: number } : undefined;
}

function readDate(date: number): Recurrence | undefined {
  return date >= 1 && date <= 31 ? { unit: 'months', count: 1, dates: [date] } : undefined;
}

function readUnit(said: string): Recurrence['unit'] {
  if (/[時时小]/u.test(said)) return 'hours';
  if (/[週周]|星期|[礼禮]拜/u.test(said)) return 'weeks';
  if (said.includes('月')) return 'months';
  return said.includes('年') ? 'years' : 'days';
}

function renderFirst(
  recurrence: Recurrence,
  { month, date }: Readonly<Record<string, string | undefined>>,
  wallMs: number,
): string | undefined {
  const { unit, count, weekdays, dates } = recurrence;
  if (unit === 'hours') return renderEastAsianMoment(wallMs + count * 3_600_000);
  const today = computeDay(wallMs);
  if (month !== undefined) {
    const [saidMonth, saidDate] = [month, date].map((said) => `${parseEastAsianNumber(said)}`);
    const day = findNumberedDay({ month: saidMonth, date: saidDate }, today);
    return day === undefined ? undefined : renderEastAsianDay(day);
  }
  if (unit === 'days') return renderEastAsianDay(today);
  // The first due date is the next such day, even if the plan recurs only every other week.
  const isPlaced = weekdays !== undefined || dates !== undefined;
  const day = isPlaced ? findFirstDay({ ...recurrence, count: 1 }, today) : addUnits(recurrence, today);
  return day === undefined ? undefined : renderEastAsianDay(day);
}

function addUnits({ unit, count }: Recurrence, day: number): number {
  return unit === 'weeks' ? day + 7 * count : addMonths(day, unit === 'years' ? 12 * count : count);
}
