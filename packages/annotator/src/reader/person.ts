// Collects the entries and names that may mean people in a scene, with all their forms and what the text shows of them.

import type { Candidate, GatheredScene, Place } from './collect-candidates.ts';
import { detectKind, isSurnamedAsPlace } from './detect-kind.ts';
import { isFamily } from './is-family.ts';
import { isKnownPlace } from './is-known-place.ts';
import { buildTermKey, isCommonWord, isEnglish, isListed } from './lexicon.ts';
import {
  buildPersonKey,
  detectGenderOfGiven,
  detectGenderOfTitle,
  type Gender,
  isNumeral,
  type NameParts,
  parseName,
} from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';

export interface Person {
  /** The candidate's key; for an entry, `#` and the entry's id, such as `#7`. */
  readonly id: string;
  /** Whether the person is an entry of the glossary. Two entries are never joined while the story is read. */
  readonly isEntry: boolean;
  /** The person's names in normal form. */
  readonly keys: readonly string[];
  readonly names: readonly NameParts[];
  /** Gender according to titles and pronouns. */
  readonly gender: Gender;
  /** Gender according to first names. It can prove that two people differ, but not that they are the same. */
  readonly givenGender: Gender;
  /** How often the scene names the person. */
  readonly mentions: number;
  readonly sentences: ReadonlySet<number>;
  /**
   * Whether the name is used as a name, and not mostly after an article or as an ordinary word; always true for an
   * entry.
   */
  readonly isBare: boolean;
  /** Whether the person is named only to say whose son, wife or brother somebody else is. */
  readonly isOnlyKin: boolean;
  /** Whether the entry says that the person is a boy or a child: `Mr. Vance` is then hardly his name. */
  readonly isChild: boolean;
}

const otherKinds = ['location', 'faction', 'item', 'event', 'creature', 'title', 'mechanic'];

/**
 * Collects everybody who may be the same person as somebody else: names in the scene, and entries without a tag for
 * another kind.
 */
export function collectPeople(
  scene: GatheredScene,
  known: readonly KnownEntry[],
  ranks: ReadonlySet<string>,
): readonly Person[] {
  const entries = known
    .filter(({ tags }) => !tags.some((tag) => otherKinds.includes(tag)))
    .map((entry) => buildFromEntry(entry, ranks));
  const fresh = [...scene.candidates.values()].map((candidate) =>
    buildFromCandidate(scene, candidate, ranks),
  );
  return [...entries, ...fresh].filter(({ names }) => names.length > 0);
}

const childhood =
  /(?<!\p{L})(?:is|was) (?:only )?(?:an?|the) (?:[\p{L}-]+ ){0,2}(?:boy|schoolboy|lad|child)(?!\p{L})(?! (?:of [\p{L}-]+ )?(?:years? )?(?:old )?(?:when|then|once|in those days|at the time)(?!\p{L}))/u;

function buildFromEntry({ id, term, aliases, definition }: KnownEntry, ranks: ReadonlySet<string>): Person {
  const keys = [...new Set([term, ...aliases].flatMap((name) => [buildTermKey(name), buildPersonKey(name)]))];
  const names = parseNames(keys, ranks);
  return {
    id: `#${id}`,
    isEntry: true,
    keys,
    names,
    gender: detectGenderByTitles(names),
    givenGender: detectGenderByGiven(names),
    mentions: 1,
    sentences: new Set(),
    isBare: true,
    isOnlyKin: false,
    isChild: childhood.test(definition),
  };
}

function buildFromCandidate(scene: GatheredScene, candidate: Candidate, ranks: ReadonlySet<string>): Person {
  const isPerson = candidate.lower === 0 && !isFamily(scene, candidate);
  const titled = [...candidate.titles.keys()].map((title) => buildTermKey(`${title} ${candidate.key}`));
  const keys = [candidate.key, ...titled];
  const named = isSurnamedAsPlace(candidate, scene)
    ? keys.map((key) => parseName(key, ranks))
    : parseNames(keys, ranks);
  const names = isPerson ? named : [];
  const gender = detectGenderByTitles(names);
  return {
    id: candidate.key,
    isEntry: false,
    keys: [candidate.key],
    names,
    gender: gender === 'unknown' ? detectGenderByPronouns(scene, candidate) : gender,
    givenGender: detectGenderByGiven(names),
    mentions: candidate.places.length,
    sentences: new Set(candidate.places.map(({ sentence }) => sentence)),
    isBare:
      isBare(candidate) && !isPlaceAlone(candidate.key) && detectKind(candidate, scene, []) !== 'location',
    isChild: false,
    isOnlyKin: candidate.places.every((place) => isKinPlace(scene, place)),
  };
}

/** Whether everybody knows the name as the name of a place, and hardly anybody has it as a first name. */
function isPlaceAlone(key: string): boolean {
  return isKnownPlace(key) && detectGenderOfGiven(key) === 'unknown';
}

const kinWord =
  /^(?:sons?|daughters?|child|children|brothers?|sisters?|wife|husband|widow|nephews?|nieces?|cousins?|grandsons?|granddaughters?|heirs?|father|mother|uncle|aunt)$/;

/** Whether the name only says whose relative somebody is: `a son of N`, `N’s wife`. */
function isKinPlace(scene: GatheredScene, { sentence, mention }: Place): boolean {
  const tokens = scene.sentences[sentence]?.tokens ?? [];
  const isOf =
    tokens[mention.head - 1]?.lower === 'of' && kinWord.test(tokens[mention.head - 2]?.lower ?? '');
  return (
    isOf ||
    (/^['’]s?$/.test(tokens[mention.to]?.lower ?? '') && kinWord.test(tokens[mention.to + 1]?.lower ?? ''))
  );
}

function parseNames(keys: readonly string[], ranks: ReadonlySet<string>): readonly NameParts[] {
  return keys.map((key) => parseName(key, ranks)).filter(isPersonal);
}

/** Whether a name may be a person's, unlike `Lake Orme`, `Salt Guild` or a phrase of common words. */
function isPersonal({ title, words, patronymic }: NameParts): boolean {
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  const isKind = (['placeSuffixes', 'groupWords', 'eventWords', 'titles', 'personWords'] as const).some(
    (list) => isListed(list, last),
  );
  if ((isKind && title === '') || isNumeral(patronymic)) return false;
  const isPlace = isListed('placeQualifiers', first) || isListed('placePrefixes', first);
  const isPeople = isListed('nationalities', first) || isListed('nationalities', last);
  const isPhrase = title === '' && words.length > 1 && words.every((word) => isCommonWord(word));
  return !isPlace && !isPeople && !isPhrase;
}

/** A name means a thing if a larger share of its mentions follow an article or possessive. */
const maxNounShare = 0.34;

function isBare({ key, places, nounLike, ordinary, strong, attributive }: Candidate): boolean {
  const isThing = nounLike === places.length || nounLike > Math.max(1, places.length * maxNounShare);
  if (isThing || attributive * 2 > places.length) return false;
  return ordinary === 0 || (strong > 0 && !(isEnglish(key) && ordinary > strong));
}

function detectGenderByTitles(names: readonly NameParts[]): Gender {
  return findOnly(names.map(({ title }) => detectGenderOfTitle(title)));
}

function detectGenderByGiven(names: readonly NameParts[]): Gender {
  const given = names.filter(({ single }) => single !== 'surname').map(({ words }) => words[0] ?? '');
  return findOnly(given.map(detectGenderOfGiven));
}

function findOnly(genders: readonly Gender[]): Gender {
  const [only = 'unknown', ...more] = new Set(genders.filter((gender) => gender !== 'unknown'));
  return more.length === 0 ? only : 'unknown';
}

/** A pronoun more than this many words after a name refers to somebody else. */
const pronounDistance = 12;
const minPronouns = 2;
/** Pronouns of one gender must be this many times as frequent as pronouns of the other gender. */
const clearFactor = 3;

/**
 * Detects the gender by the first pronoun after each mention. A mention does not count if another word with a capital
 * comes in between.
 */
function detectGenderByPronouns(scene: GatheredScene, candidate: Candidate): Gender {
  let male = 0;
  let female = 0;
  for (const { sentence, mention } of candidate.places) {
    const tokens = scene.sentences[sentence]?.tokens ?? [];
    const behind = tokens.slice(mention.to, mention.to + pronounDistance);
    const first = behind.find(
      ({ lower, isCapital }) => isCapital || /^(?:he|his|him|himself|she|her|hers|herself)$/.test(lower),
    );
    if (first === undefined || first.isCapital) continue;
    if (first.lower.startsWith('h') && first.lower !== 'her' && !first.lower.startsWith('hers')) male++;
    else female++;
  }
  if (male + female < minPronouns) return 'unknown';
  if (male >= female * clearFactor) return 'male';
  return female >= male * clearFactor ? 'female' : 'unknown';
}
