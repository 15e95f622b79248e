// Script languages: adds Japanese and Chinese to the languages in which dates are read where a text is written in their script.
import type { DateLanguage } from './load-date-parser.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;

export function hasEastAsianScript(text: string): boolean {
  return han.test(text) || kana.test(text);
}

/**
 * No other language is written in these scripts, so they are read without being asked for. A text in Chinese
 * characters alone may be either.
 */
export function addScriptLanguages(
  text: string,
  languages: readonly DateLanguage[],
): readonly DateLanguage[] {
  if (!hasEastAsianScript(text)) return languages;
  const written: readonly DateLanguage[] = kana.test(text) ? ['ja'] : ['zh', 'ja'];
  return [...languages, ...written.filter((one) => !languages.includes(one))];
}
