// Reads somebody's pronoun from the texts on their sheet.

import { isList, isObject, type Json } from '../../../values/json.ts';
import { type Person, splitWords } from '../turn-facts.ts';

const male = new Set(
  'he him his himself man boy lad son brother father husband uncle lord king prince sir mr monk porter-man fisherman bargeman widower gentleman'.split(
    ' ',
  ),
);
const female = new Set(
  'she her hers herself woman girl lass daughter sister mother wife aunt lady queen princess dame mrs miss nun fishwife widow'.split(
    ' ',
  ),
);

const read = new WeakMap<Person, 'he' | 'she' | 'unknown'>();

/**
 * The first word that shows it decides, on the sheet of the player's character or in the name and description of
 * anybody else: "his daughter" shows "he". Undefined if there is no such word, or if the first on the player's sheet is
 * one like "daughter" or "man", which may be about somebody else.
 */
export function readPronoun(person: Person): 'he' | 'she' | undefined {
  const known = read.get(person) ?? findPronoun(person);
  read.set(person, known);
  return known === 'unknown' ? undefined : known;
}

function findPronoun({ sheets, name, isPlayer }: Person): 'he' | 'she' | 'unknown' {
  const sheet = sheets.at(-1) ?? {};
  const texts = isPlayer ? listTexts(sheet) : [name, String(sheet['about'] ?? '')];
  const words = texts.flatMap(splitWords);
  const first = words.find((word) => male.has(word) || female.has(word));
  if (first === undefined) return 'unknown';
  const kin = /^(?:daughter|sister|mother|wife|son|brother|father|husband|man|woman|boy|girl)$/;
  if (isPlayer && kin.test(first)) return 'unknown';
  return male.has(first) ? 'he' : 'she';
}

function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}
