// Renders a name as a slug for keys and ids, which is the same for different spellings of the name.

import { stripAccents } from '@terrarium/kernel/accented-forms';

const longest = 60;
/**
 * Marks that people leave out, as they make no other letter: accents in Greek, the dots of the Russian ё, stress on
 * Cyrillic vowels, and vowel points in Hebrew and Arabic.
 */
const optionalMarks =
  /(?<=\p{Script=Greek})[\u0300-\u036f]+|(?<=[Ее])\u0308|(?<=[АЕИОУЫЭЮЯаеиоуыэюя])\u0301|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/gu;

/**
 * The slug has lower case letters with their marks, digits and hyphens; it is empty if the name has no letter or digit.
 */
export function renderSlug(name: string): string {
  return stripAccents(name.normalize('NFKD').replace(optionalMarks, '').normalize('NFC'))
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, longest)
    .replace(/\p{Cs}|^[-\p{M}]+|(?<!-)-+$/gu, '');
}
