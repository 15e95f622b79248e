// Loads the parser of dates for one language at a time, because all languages together are 260 files.

import { createRequire } from 'node:module';
import type { Chrono } from 'chrono-node';

/**
 * The languages in which dates are read. `en-GB` puts the day before the month and `en-US` the month before the day;
 * `en` follows the custom of the place where the person lives.
 */
export const dateLanguages = [
  'en',
  'en-GB',
  'en-US',
  'ar',
  'de',
  'es',
  'fi',
  'fr',
  'id',
  'it',
  'ja',
  'nl',
  'pt',
  'ru',
  'sv',
  'uk',
  'vi',
  'zh',
] as const;

export type DateLanguage = (typeof dateLanguages)[number];

export function isEnglish(language: DateLanguage): boolean {
  return language.startsWith('en');
}

/** Whether our own rules read all dates of the language; the date library reads some of its words wrongly. */
export function isEastAsian(language: DateLanguage): boolean {
  return language === 'ja' || language === 'zh';
}

/** Time zones of the United States, where people write the month before the day. */
const monthFirst =
  /^(?:US\/.*|(?:EST5EDT|CST6CDT|MST7MDT|PST8PDT|HST|Navajo)|Pacific\/Honolulu|America\/(?:New_York|Detroit|Kentucky\/.*|Indiana\/.*|Indianapolis|Fort_Wayne|Louisville|Knox_IN|Chicago|Menominee|North_Dakota\/.*|Denver|Shiprock|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Atka))$/u;

/** For English without a country, returns the kind of English in which dates are written where the person lives. */
export function resolveLanguage(language: DateLanguage, timeZone: string): DateLanguage {
  if (language !== 'en') return language;
  return monthFirst.test(timeZone) ? 'en-US' : 'en-GB';
}

interface Locale {
  readonly casual: Chrono;
}

const load = createRequire(import.meta.url);
const parsers = new Map<DateLanguage, Chrono>();

/** `timeZone`: where the person lives. */
export function loadDateParser(language: DateLanguage, timeZone: string): Chrono {
  const read = resolveLanguage(language, timeZone);
  const known = parsers.get(read);
  if (known !== undefined) return known;
  const parser = loadParser(read);
  parsers.set(read, parser);
  return parser;
}

function loadParser(language: DateLanguage): Chrono {
  if (language === 'en-GB') return loadBritish();
  return (load(`chrono-node/${language === 'en-US' ? 'en' : language}`) as Locale).casual;
}

/**
 * British English differs only in dates that are all numbers. The library's own British parser also takes "July 27" for
 * July 2027.
 */
function loadBritish(): Chrono {
  const { casual, GB } = load('chrono-node/en') as Locale & { readonly GB: Chrono };
  const parser = casual.clone();
  const dayFirst = GB.parsers.find(isOfNumbers);
  parser.parsers = parser.parsers.map((one) => (dayFirst !== undefined && isOfNumbers(one) ? dayFirst : one));
  return parser;
}

function isOfNumbers(parser: object): boolean {
  return 'groupNumberMonth' in parser;
}

/** Words that the library takes for time zones if they follow a time, as in "at 9 vet". */
const zoneWords =
  /\b(?:art|bot|cast|cat|cot|east|eat|est|get|hat|hay|ist|mart|nut|pet|ret|vet|west|wet|wit)\b/giu;

/**
 * Hides words such as “vet”, which name a time zone only in capitals. Each letter becomes a dot, so that the
 * positions of all other words stay the same.
 */
export function hideZoneWords(text: string): string {
  return text.replace(zoneWords, (word) => (word === word.toUpperCase() ? word : '·'.repeat(word.length)));
}
