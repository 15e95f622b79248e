// Names as nouns: how an entity is spoken of, by its type, its name, and what a scenario says of it.

import type { Entity } from '../values/entity.ts';
import { wordLists } from './grammar.ts';
import type { Noun } from './noun.ts';
import { readPronouns } from './read-pronouns.ts';
import type { ScenarioPerson } from './scenario.ts';
import { nameOf } from './world.ts';

/** Places that are spoken of without an article, beside those whose last word says so. */
const bareEndings = /(?:rows|veyre|row)$/i;
const femaleNames = new Set(wordLists['female-name']);
const maleNames = new Set(wordLists['male-name']);
const femaleTitles = /^(?:mother|widow|lady|dame|madam|mistress|mrs|miss|ms|sister|aunt|queen|princess)\b/i;
const maleTitles = /^(?:father|lord|sir|master|mr|brother|uncle|king|prince)\b/i;
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
  // "Reading room after closing" is no name but what the place is.
  if (/^\p{Lu}[\p{Ll}'-]+(?: [\p{Ll}'-]+)+$/u.test(name))
    return { name: name.charAt(0).toLowerCase() + name.slice(1), isProper: false, gender: 'it' };
  const isProper =
    /^(?:a|an|the) /i.test(name) || bareEndings.test(name) || /'s /.test(name) || !placeNouns.test(name);
  return { name: name.replace(/^The /, 'the '), isProper, gender: 'it' };
}

export interface Being {
  readonly name: string;
  readonly type: 'npc' | 'creature';
  /** Its description, which may say how it is spoken of. */
  readonly about?: string;
}

export function nameBeing({ name, type, about = '' }: Being, person?: ScenarioPerson | undefined): Noun {
  const isProper = (person?.proper ?? true) && /^\p{Lu}/u.test(name);
  const isThing = type === 'creature' && !isProper;
  const shown = isProper ? name : name.toLowerCase();
  return {
    name: shown,
    isProper,
    gender: chooseGender(person) ?? (isThing ? 'it' : (readPronouns(about) ?? detectGender(name))),
    short: person?.short ?? (isProper ? undefined : `the ${shown.split(' ').at(-1)}`),
    role: person?.role,
  };
}

/** A scenario says `they` of whomever it says nothing of. */
function chooseGender(person: ScenarioPerson | undefined): Noun['gender'] | undefined {
  return person?.gender === 'they' ? undefined : person?.gender;
}

/** By a title, or by a name that the narrator itself gives; else nobody can tell. */
function detectGender(name: string): Noun['gender'] {
  const [first = ''] = name.split(' ');
  if (femaleTitles.test(name)) return 'she';
  if (maleTitles.test(name)) return 'he';
  if (femaleNames.has(first)) return 'she';
  return maleNames.has(first) ? 'he' : 'they';
}

export function nameThing(name: string): Noun {
  const shown = /^\p{Lu}\p{Ll}+(?: \p{Ll}+)*$/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
  return { name: shown.replace(/ \(.*$/, ''), isProper: false, gender: 'it' };
}
