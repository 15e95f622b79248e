// Loads the parser of dates for one language at a time, because all languages together are 260 files.

import { createRequire } from 'node:module';
import type { Chrono } from 'chrono-node';

/** The languages in which dates are read; `en-GB` puts the day before the month. */
export const dateLanguages = [
  'en',
  'en-GB',
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
  return language === 'en' || language === 'en-GB';
}

interface Locale {
  readonly casual: Chrono;
}

const load = createRequire(import.meta.url);
const parsers = new Map<DateLanguage, Chrono>();

export function loadDateParser(language: DateLanguage): Chrono {
  const known = parsers.get(language);
  if (known !== undefined) return known;
  const parser = language === 'en-GB' ? loadBritish() : (load(`chrono-node/${language}`) as Locale).casual;
  parsers.set(language, parser);
  return parser;
}

function loadBritish(): Chrono {
  return (load('chrono-node/en') as { readonly GB: Chrono }).GB;
}

/** Words that the library takes for time zones where they follow a time, as in "at 9 vet". */
const zoneWords =
  /\b(?:art|bot|cast|cat|cot|east|eat|est|get|hat|hay|ist|mart|nut|pet|ret|vet|west|wet|wit)\b/giu;

/**
 * Hides words such as “vet”, which name a time zone only in capitals; each letter becomes a dot, so that places stay
 * the same.
 */
export function hideZoneWords(text: string): string {
  return text.replace(zoneWords, (word) => (word === word.toUpperCase() ? word : '·'.repeat(word.length)));
}
