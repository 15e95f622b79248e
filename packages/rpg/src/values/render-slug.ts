// Renders a name as a slug for keys and ids, which is the same for different spellings of the name.

import { stripAccents } from '@terrarium/kernel/accented-forms';

const longest = 60;

/**
 * The slug has lower case letters with their marks, digits and hyphens; it is empty if the name has no letter or digit.
 */
export function renderSlug(name: string): string {
  return stripAccents(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, longest)
    .replace(/\p{Cs}|^[-\p{M}]+|(?<!-)-+$/gu, '');
}
