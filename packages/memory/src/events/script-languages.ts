// Script languages: adds Japanese and Chinese to the languages in which dates are read where a text is written in their script.
import type { DateLanguage } from './load-date-parser.ts';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;

export function hasEastAsianScript(text: string): boolean {
  return han.test(text) || kana.test(text);
}

/**
 * Puts Japanese or Chinese first if the text is in their script, even if they were not asked for: in both, the month
 * comes first in `12/5`. If the text has Chinese characters and no kana, it may be in either, and both are put first.
 */
export function addScriptLanguages(
  text: string,
  languages: readonly DateLanguage[],
): readonly DateLanguage[] {
  if (!hasEastAsianScript(text)) return languages;
  const likely: readonly DateLanguage[] = languages.includes('ja') ? ['ja', 'zh'] : ['zh', 'ja'];
  const written = kana.test(text) ? (['ja'] as const) : likely;
  return [...written, ...languages.filter((one) => !written.some((other) => other === one))];
}
