// Tells whether two full names may belong to one person.

import { extractSurname, isSameGiven, type NameParts } from './name-parts.ts';

export function isFull({ words, patronymic }: NameParts): boolean {
  return words.length > 1 || patronymic !== '';
}

export function extractGiven({ words }: NameParts): string {
  return words[0] ?? '';
}

/** The last word of a name: the surname, or the only word. */
export function extractLast({ words }: NameParts): string {
  return words.at(-1) ?? '';
}

/**
 * Whether one of the names begins with the other, which has at least two words: `Henrietta Lebrune` and `Henrietta
 * Lebrune Patch`.
 */
function isBeginning(one: NameParts, other: NameParts): boolean {
  const [short, long] = one.words.length < other.words.length ? [one, other] : [other, one];
  const isLonger = short.words.length > 1 && short.words.length < long.words.length;
  return isLonger && short.words.every((word, index) => word === long.words[index]);
}

/** Whether no single person can have both full names, as with `Anna Vane` and `Anna Hale`. */
export function isOtherName(one: NameParts, other: NameParts): boolean {
  if (isBeginning(one, other)) return isDifferent(one.patronymic, other.patronymic);
  if (!isSameGiven(extractGiven(one), extractGiven(other))) return true;
  if (
    isDifferent(extractSurname(one), extractSurname(other)) ||
    isDifferent(one.patronymic, other.patronymic)
  )
    return true;
  const middle = one.words.slice(1, -1);
  const otherMiddle = other.words.slice(1, -1);
  if (middle.length === 0 || otherMiddle.length === 0) return false;
  return !middle.every((word, index) => isSameGiven(word, otherMiddle[index] ?? word));
}

function isDifferent(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

/**
 * Whether both full names suit one person: they share the surname or the patronymic, or one begins with the other, and
 * nothing speaks against it. `Tom Vane` suits `Thomas Vane`, but not `Anna Vane`.
 */
export function isCompatibleName(one: NameParts, other: NameParts): boolean {
  const surname = extractSurname(one);
  const isShared =
    (surname !== '' && surname === extractSurname(other)) ||
    (one.patronymic !== '' && one.patronymic === other.patronymic);
  return (isShared || isBeginning(one, other)) && !isOtherName(one, other);
}
