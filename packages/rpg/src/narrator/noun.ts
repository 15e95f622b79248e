// Noun: how narratives refer to somebody or something, with article, pronouns and short name.

import type { Entity } from '../values/entity.ts';
import { readPronouns, readTitle, type Spoken } from '../values/read-pronouns.ts';
import { wordLists } from './grammar.ts';
import type { ScenarioPerson } from './scenario.ts';
import { nameOf } from './world.ts';

export type Gender = 'he' | 'she' | 'it' | 'they';

export interface Noun {
  /** The name without an article: `Dunstan Crake`, `grey wolf`. */
  readonly name: string;
  /** Proper names take no article. */
  readonly isProper: boolean;
  readonly gender: Gender;
  /** The name that is used after the first mention; the full name if absent. */
  readonly short?: string | undefined;
  /** What the person is, with an article: `the bailiff`. */
  readonly role?: string | undefined;
}

const pronouns: Readonly<Record<Gender, readonly [string, string, string, string]>> = {
  he: ['he', 'him', 'his', 'himself'],
  she: ['she', 'her', 'her', 'herself'],
  it: ['it', 'it', 'its', 'itself'],
  they: ['they', 'them', 'their', 'themselves'],
};

/** The noun in the form that a template asks for; undefined if there is no such form. */
export function renderNoun(noun: Noun, form: string): string | undefined {
  const [he, him, his, himself] = pronouns[noun.gender];
  switch (form) {
    case '':
    case 'the':
      return noun.isProper ? noun.name : withArticle('the', noun.name);
    case 'a':
      return noun.isProper ? noun.name : withArticle('a', noun.name);
    case 'bare':
      return noun.name;
    case 'short':
      return noun.short ?? (noun.isProper ? noun.name : withArticle('the', noun.name));
    case 'role':
      return noun.role ?? (noun.isProper ? noun.name : withArticle('the', noun.name));
    case 'he':
      return he;
    case 'him':
      return him;
    case 'his':
      return his;
    case 'himself':
      return himself;
    default:
      return undefined;
  }
}

function withArticle(article: 'a' | 'the', name: string): string {
  if (/^(?:the|a|an|some|your|his|her|its|their|two|three|four|five|six|seven) /i.test(name)) {
    return article === 'the' ? name.replace(/^an? /i, 'the ') : name;
  }
  return article === 'the' ? `the ${name}` : `${chooseArticle(name)} ${name}`;
}

/** `a` or `an`, by the first letters of the following word. */
function chooseArticle(next: string): 'a' | 'an' {
  if (/^(?:hour|honest|heir|honour)/i.test(next)) return 'an';
  if (/^(?:uni[^nm]|us[aeu]|eu|one\b|once\b|ewe)/i.test(next)) return 'a';
  return /^[aeiou]/i.test(next) ? 'an' : 'a';
}

/** Corrects `a` and `an` in a text, since the word after them may have been filled in. */
export function normaliseArticles(text: string): string {
  return text.replace(/\b([Aa])n? (?=([a-z]+))/gi, (whole: string, first: string, next: string): string =>
    /^an? $/i.test(whole) ? `${chooseArticle(next) === 'an' ? `${first}n` : first} ` : whole,
  );
}

export function toPossessive(text: string): string {
  return /s$/.test(text) ? `${text}'` : `${text}'s`;
}

/** Names of places with these endings take no article, whatever else is in the name. */
const bareEndings = /(?:rows|veyre|row)$/i;
const femaleNames = new Set(wordLists['female-name']);
const maleNames = new Set(wordLists['male-name']);
const placeNouns =
  /(?:stair|walk|street|cellar|market|office|post|yard|house|path|adit|chapel|kettle|lantern|tarn|sallow|hall|workshop|loft|storehouse|chantry|kitchen|room|cistern|vault|gallery|ossuary|conduit|undercroft|sluice|fen|ridge|hollow|barrow|ford|copse|tor|strand|court|gate|arcade|bridge|steps|inn|tavern|square|cave|forest|wood|tower|temple|mine|mill|well|garden|landing|quarry|watchtower|crossroads)$/i;

export function nameNoun(entity: Entity, person: ScenarioPerson | undefined): Noun {
  const name = nameOf(entity);
  if (entity.type === 'location') return namePlace(name);
  if (entity.type === 'npc' || entity.type === 'creature') {
    const about = String(entity.sheet['about'] ?? '');
    return nameBeing({ name, type: entity.type, about }, person);
  }
  return nameThing(name);
}

export function namePlace(name: string): Noun {
  // "Reading room after closing" is not a name but a description of the place.
  if (/^\p{Lu}[\p{Ll}'-]+(?: [\p{Ll}'-]+)+$/u.test(name))
    return { name: name.charAt(0).toLowerCase() + name.slice(1), isProper: false, gender: 'it' };
  const isProper =
    /^(?:a|an|the) /i.test(name) || bareEndings.test(name) || /'s /.test(name) || !placeNouns.test(name);
  return { name: name.replace(/^The /, 'the '), isProper, gender: 'it' };
}

export interface Being {
  readonly name: string;
  readonly type: 'npc' | 'creature';
  /** The description, which may contain the pronouns of the person or creature. */
  readonly about?: string;
}

export function nameBeing({ name, type, about = '' }: Being, person?: ScenarioPerson | undefined): Noun {
  const isProper = (person?.proper ?? true) && /^\p{Lu}/u.test(name);
  const shown = isProper ? name : name.toLowerCase();
  const head = isProper ? '' : findHead(shown);
  const isThing = type === 'creature' && !isProper;
  const spoken = isThing ? undefined : readPronouns(about);
  const usual = isThing ? 'it' : detectGender(name, person === undefined);
  return {
    name: shown,
    isProper,
    gender: chooseGender(person) ?? spoken ?? readHeadGender(head) ?? usual,
    short: person?.short ?? (isProper ? undefined : `the ${head}`),
    role: person?.role,
  };
}

/** Words with which a description goes on after it has said who somebody is. */
const goingOn =
  /(?<=\S)(?:,| \(| (?:with|without|in|from|of|at|on|by|under|behind|beside|near|who|that|whose|called|named|for|to) )/;

/** The noun of a description that says what somebody is: `woman` for `woman with a hook`, `wolf 2` for `grey wolf 2`. */
function findHead(described: string): string {
  const [own = described] = described.split(goingOn, 1);
  const words = own.split(' ');
  const last = words.at(-1) ?? own;
  return /^\d+$/.test(last) ? words.slice(-2).join(' ') : last;
}

function readHeadGender(head: string): Noun['gender'] | undefined {
  if (/^(?:woman|girl|lady)(?: \d+)?$/.test(head)) return 'she';
  return /^(?:man|boy|gentleman)(?: \d+)?$/.test(head) ? 'he' : undefined;
}

/** `they` is the default of a scenario and tells nothing, so it counts as undefined. */
function chooseGender(person: ScenarioPerson | undefined): Noun['gender'] | undefined {
  return person?.gender === 'they' ? undefined : person?.gender;
}

/**
 * The pronoun that a title shows or, if the person is not in the scenario, a first name from the narrator's own lists;
 * otherwise `they`.
 */
function detectGender(name: string, isNamedHere: boolean): Noun['gender'] {
  const [first = ''] = name.split(' ');
  const titled = readTitle(name);
  if (titled !== undefined) return titled;
  if (!isNamedHere) return 'they';
  if (femaleNames.has(first)) return 'she';
  return maleNames.has(first) ? 'he' : 'they';
}

export function nameThing(name: string): Noun {
  // What an inventory adds after a comma or in brackets is not told: "Rope, 50 feet".
  const [bare = name] = name.split(/, | \(/u, 1);
  const shown = /^\p{Lu}\p{Ll}+(?: \p{Ll}+)*$/u.test(bare)
    ? bare.charAt(0).toLowerCase() + bare.slice(1)
    : bare;
  return { name: shown, isProper: false, gender: 'it' };
}

const pairs = { she: 'she/her', he: 'he/him', they: 'they/them' } as const;

/** Adds pronouns to a description that gives none. */
export function addPronouns(about: string, spoken: Spoken): string {
  return `${about} Pronouns: ${pairs[spoken]}.`;
}

/** The description without added pronouns, which are only for the narrator and are not told to the player. */
export function cutPronouns(about: string): string {
  return about.replace(/ Pronouns: (?:she\/her|he\/him|they\/them)\.$/u, '');
}
