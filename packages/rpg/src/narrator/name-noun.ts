// Names as nouns: how an entity is spoken of, by its type, its name, and what a scenario says of it.

import type { Entity } from '../values/entity.ts';
import { hashText } from './chance.ts';
import { wordLists } from './grammar.ts';
import type { Noun } from './noun.ts';
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
  if (entity.type === 'npc' || entity.type === 'creature') return nameBeing(name, entity.type, person);
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

export function nameBeing(name: string, type: string, person: ScenarioPerson | undefined): Noun {
  const isProper = (person?.proper ?? true) && /^\p{Lu}/u.test(name);
  const isThing = type === 'creature' && !isProper;
  const shown = isProper ? name : name.toLowerCase();
  return {
    name: shown,
    isProper,
    gender:
      person?.gender === undefined || person.gender === 'they' ? guessGender(name, isThing) : person.gender,
    short: person?.short ?? (isProper ? undefined : `the ${shown.split(' ').at(-1)}`),
    role: person?.role,
  };
}

/** Someone of whom nothing is said is a he or a she, always the same one. */
function guessGender(name: string, isThing: boolean): Noun['gender'] {
  if (isThing) return 'it';
  const [first = ''] = name.split(' ');
  if (femaleTitles.test(name)) return 'she';
  if (maleTitles.test(name)) return 'he';
  if (femaleNames.has(first)) return 'she';
  if (maleNames.has(first)) return 'he';
  return hashText(name) % 2 === 0 ? 'he' : 'she';
}

export function nameThing(name: string): Noun {
  const shown = /^\p{Lu}\p{Ll}+(?: \p{Ll}+)*$/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
  return { name: shown.replace(/ \(.*$/, ''), isProper: false, gender: 'it' };
}
