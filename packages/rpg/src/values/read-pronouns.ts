// Reads from a text about somebody which pronouns they have, if the text is clear.

export type Spoken = 'he' | 'she' | 'they';

const femaleTitles =
  /^(?:mother|widow|lady|dame|madame?|mme|mademoiselle|mlle|mistress|mrs|miss|ms|sister|aunt|queen|princess|duchess|countess)\b/i;
const maleTitles =
  /^(?:father|lord|sir|master|mr|monsieur|m\.|brother|uncle|king|prince|duke|count)(?:\b|(?<=\.))/i;

const women = 'she|her|female|woman|girl|lady';
const men = 'he|him|male|man|boy|gentleman';
const others = 'they|them|non-?binary|agender';
/** Pronouns as cards state them: `Gender: female`, `Pronouns: they/them`, `gender("Female")`. */
const stated = new RegExp(
  String.raw`\b(?:gender|sex|pronouns?)\b[*_"']{0,3} ?[:=(] ?[*_"'(\[]{0,3} ?(?:(?<she>${women})|(?<he>${men})|(?<they>${others}))\b`,
  'iu',
);
/** Pronouns in the form `(she/her)`. */
const paired = /(?<![\p{L}/])(?:(?<she>she\/her)|(?<he>he\/him)|(?<they>they\/them))(?![\p{L}])/iu;
const spokenOf = /(?<!\p{L})(?:(?<she>she|hers?|herself)|(?<he>he|him|his|himself))(?!\p{L})/giu;
/** One kind of pronoun must come this many times as often as the other, which may be about somebody else. */
const clearMajority = 3;

/** Undefined if the text does not say, or seems to speak of several people. */
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

function nameGroup(groups: Readonly<Record<string, string | undefined>>): Spoken {
  if (groups['she'] !== undefined) return 'she';
  return groups['he'] === undefined ? 'they' : 'he';
}

export function readTitle(name: string): 'she' | 'he' | undefined {
  if (femaleTitles.test(name)) return 'she';
  return maleTitles.test(name) ? 'he' : undefined;
}
