// Reads out of a description how somebody is spoken of, where it says so clearly.

import type { Gender } from './noun.ts';

type Spoken = Exclude<Gender, 'it'>;

const women = 'she|her|female|woman|girl|lady';
const men = 'he|him|male|man|boy|gentleman';
const others = 'they|them|non-?binary|agender';
/** `Gender: female`, `Pronouns: they/them`, `gender("Female")`, as cards write it. */
const stated = new RegExp(
  String.raw`\b(?:gender|sex|pronouns?)\b[*_"']{0,3} ?[:=(] ?[*_"'(\[]{0,3} ?(?:(?<she>${women})|(?<he>${men})|(?<they>${others}))\b`,
  'iu',
);
/** `(she/her)` */
const paired = /(?<![\p{L}/])(?:(?<she>she\/her)|(?<he>he\/him)|(?<they>they\/them))(?![\p{L}])/iu;
const spokenOf = /(?<!\p{L})(?:(?<she>she|hers?|herself)|(?<he>he|him|his|himself))(?!\p{L})/giu;
/** Pronouns of one kind so often for each of the other, who may be somebody else. */
const clearMajority = 3;

/** Undefined where it does not say, or speaks of several people. */
export function readPronouns(text: string): Spoken | undefined {
  const said = (stated.exec(text) ?? paired.exec(text))?.groups;
  if (said !== undefined) return nameGroup(said);
  let [she, he] = [0, 0];
  for (const { groups } of text.matchAll(spokenOf)) {
    if (groups?.['she'] === undefined) he += 1;
    else she += 1;
  }
  if (she > 0 && she >= he * clearMajority) return 'she';
  return he > 0 && he >= she * clearMajority ? 'he' : undefined;
}

const pairs = { she: 'she/her', he: 'he/him', they: 'they/them' } as const;

/** A description that says how somebody is spoken of, for whoever has nothing else. */
export function addPronouns(about: string, spoken: Spoken): string {
  return `${about} Pronouns: ${pairs[spoken]}.`;
}

/** The description alone: what was added is for the one who tells, and not to be told. */
export function cutPronouns(about: string): string {
  return about.replace(/ Pronouns: (?:she\/her|he\/him|they\/them)\.$/u, '');
}

function nameGroup(groups: Readonly<Record<string, string | undefined>>): Spoken {
  if (groups['she'] !== undefined) return 'she';
  return groups['he'] === undefined ? 'they' : 'he';
}
