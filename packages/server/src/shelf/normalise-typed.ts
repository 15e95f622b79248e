// Normalises typed words and the texts in which they are looked for.

import { stripAccents } from '@terrarium/kernel/accented-forms';
import { toHiragana } from '@terrarium/kernel/fold-kana';

/** The text without capitals and accents, and in hiragana where it has kana of either kind and width. */
export function normaliseTyped(text: string): string {
  const bare = stripAccents(text).normalize('NFKD').replace(/\p{M}/gu, '');
  return toHiragana(bare).toLowerCase().trim();
}
