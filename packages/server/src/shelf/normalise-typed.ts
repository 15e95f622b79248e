// Normalises typed words and the texts in which they are looked for.

import { stripAccents } from '@terrarium/kernel/accented-forms';

/** The text without capitals and accents. */
export function normaliseTyped(text: string): string {
  return stripAccents(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
