// Chooses the bearer of a refused name: the one similar entry to which the name certainly belongs.

import { findGenderedTitle } from './collect-candidates.ts';
import { isCompatibleName, isFull, isOtherName } from './compare-names.ts';
import { isRankWord } from './is-rank-word.ts';
import { buildTermKey, isListed, toSingular } from './lexicon.ts';
import { extractSurname, isSameGiven, type NameParts, parseName } from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';

export interface BearerChoice {
  /** The entry that certainly has the name; undefined if there is none, or if several entries may have it. */
  readonly bearer: KnownEntry | undefined;
  /** Whether the name certainly belongs to none of the similar entries. */
  readonly isApart: boolean;
}

/**
 * Chooses an entry only if the name certainly belongs to it: a missed name can be added later, but a wrong one stays.
 */
export function chooseBearer(term: string, others: readonly KnownEntry[]): BearerChoice {
  const judged = others.map((other) => ({ other, relation: compareNames(term, other) }));
  const rest = judged.filter(({ relation }) => relation !== 'apart');
  const [only] = rest;
  const isOfNobody =
    rest.length === 0 ||
    isOfTwo(
      term,
      rest.map(({ other }) => other),
    );
  return {
    bearer: rest.length === 1 && only?.relation === 'same' ? only.other : undefined,
    isApart: judged.length > 0 && isOfNobody,
  };
}

/**
 * Whether all words of the name are in use, by more than one entry. If a Clara and a Vane are known, `Clara Vane` may
 * be either of them, or neither.
 */
function isOfTwo(term: string, others: readonly KnownEntry[]): boolean {
  const { words } = parse(term);
  const bearers = words.map((word) =>
    others.filter((other) => [other.term, ...other.aliases].some((each) => parse(each).words.includes(word))),
  );
  return words.length > 1 && new Set(bearers.flat()).size > 1 && bearers.every(({ length }) => length > 0);
}

type Relation = 'same' | 'apart' | 'unclear';

const noRanks: ReadonlySet<string> = new Set();
function compareNames(term: string, other: KnownEntry): Relation {
  if (findGenderedTitle(term) !== findGenderedTitle(other.term)) return 'apart';
  if (isOtherPhrase(term, other.term)) return 'apart';
  if (!/^\p{Lu}/u.test(term) || !other.tags.includes('character') || isHardlyOnly(term)) return 'unclear';
  const name = parse(term);
  if (isListed('titles', name.words[0] ?? '')) return 'unclear';
  return isFull(name) ? compareFull(name, other) : compareSingle(name, other);
}

/** A family (`The Levins`), a first name of two words (`Jean-Luc`), or one of two people with the same name. */
const doubtful = /^The |^\p{L}+-\p{L}+$|\b(?:jr|sr|junior|senior|younger|elder)\.?$/iu;

/** Whether a name that contains somebody's may well mean something else, such as a place (`Anna Street`). */
function isHardlyOnly(term: string): boolean {
  const words = term.toLowerCase().split(' ');
  const last = words.at(-1) ?? '';
  const isPlace = words.length > 1 && (isListed('placeSuffixes', last) || isListed('placeWords', last));
  return isPlace || doubtful.test(term);
}

function parse(name: string): NameParts {
  return parseName(buildTermKey(name), noRanks);
}

/** Whether both names have several words, and each has a word that the other lacks. */
function isOtherPhrase(one: string, other: string): boolean {
  const words = buildTermKey(one).split(' ');
  const otherWords = buildTermKey(other).split(' ');
  const hasAll = (longer: readonly string[], shorter: readonly string[]) =>
    shorter.every((word) => longer.includes(word));
  return (
    words.length > 1 && otherWords.length > 1 && !hasAll(words, otherWords) && !hasAll(otherWords, words)
  );
}

/**
 * Whether the name is a first name and a surname without a patronymic: a person with such a name is also called by the
 * first name alone.
 */
function isFamiliar({ words, patronymic }: NameParts): boolean {
  return words.length > 1 && patronymic === '';
}

/**
 * Compares a full name with an entry. `Nikolay Levin` is a known Nikolay, and `Anna Karenina` is Anna Arkadyevna
 * Karenina. But `Nikolay Ivanovitch` is not a known Nikolay, and `Nikolay Levin` is not the family of the Levins. An
 * entry `Dator` that is also called `Dator of the First Born` may mean an office: then `Dator Xodar` is not the same.
 */
function compareFull(name: NameParts, other: KnownEntry): Relation {
  const names = [other.term, ...other.aliases].map(parse);
  const full = names.filter(isFull);
  if (full.some((each) => isOtherName(name, each))) return 'apart';
  if (full.some((each) => isCompatibleName(name, each))) return 'same';
  const surname = extractSurname(name);
  if (surname !== '' && !surname.endsWith('s') && isFamily(other.term, surname)) return 'apart';
  const isBare = names.some(
    ({ words, title }) => title === '' && words.length === 1 && words[0] === name.words[0],
  );
  if (full.length > 0 || !isBare) return 'unclear';
  if (other.aliases.some((alias) => / of /.test(alias)))
    return isRankWord(other.term, other.definition) ? 'apart' : 'unclear';
  return isFamiliar(name) ? 'same' : 'apart';
}

function isFamily(term: string, surname: string): boolean {
  const lower = term.toLowerCase();
  return lower !== surname && toSingular(lower) === surname;
}

/**
 * Compares a first name, alone or after a title, with an entry. `Konstantin` is Konstantin Levin, and `Countess Lidia`
 * is Countess Lidia Ivanovna, who has the same title. But a person who is known by first name and patronymic is not
 * called by the first name alone.
 */
function compareSingle(name: NameParts, other: KnownEntry): Relation {
  const [given = ''] = name.words;
  if (name.title === '' && isFondOf(given, other)) return 'same';
  const full = [other.term, ...other.aliases].map(parse).filter(isFull);
  if (full.length === 0 || !full.every(({ words }) => isSameGiven(words[0] ?? '', given))) return 'unclear';
  if (name.title !== '') return full.some(({ title }) => title === name.title) ? 'same' : 'unclear';
  return full.some(isFamiliar) ? 'same' : 'apart';
}

/** Whether this first name is the only name of the entry: `Little Emily` is then the same as Emily. */
function isFondOf(given: string, { term, aliases }: KnownEntry): boolean {
  const names = [term, ...aliases].map(parse);
  return names.every((name) => !isFull(name) && name.title === '' && name.words[0] === given);
}
