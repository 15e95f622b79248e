// Name parts: finds which words of a person's name are titles, first names and surnames.

import { buildTermKey, isListed, isPlainWord, toSingular } from './lexicon.ts';
import lists from './word-lists.json' with { type: 'json' };

export type Gender = 'male' | 'female' | 'unknown';

export interface NameParts {
  /** The title right before the name, in normal form; empty if there is none. */
  readonly title: string;
  /**
   * The words of the name, without a last s, as in normal forms; without title, patronymic, terms of endearment and
   * `of …`.
   */
  readonly words: readonly string[];
  /** The word after a first name: `Ivanovitch`, `Ivanovna`, or the `II` of a king; empty if there is none. */
  readonly patronymic: string;
  /** Whether the only word of a name is a first name or a surname, as a title may show. */
  readonly single: 'given' | 'surname' | 'either' | 'none';
}

const longTitles: Readonly<Record<string, string>> = {
  m: 'monsieur',
  mme: 'madame',
  mlle: 'mademoiselle',
  misses: 'miss',
  missis: 'mrs',
  missus: 'mrs',
  "cap'n": 'captain',
  capt: 'captain',
  col: 'colonel',
  dr: 'doctor',
  lieut: 'lieutenant',
  prof: 'professor',
  rev: 'reverend',
};

/** Replaces short forms and variants of titles: `mlle` by `mademoiselle`, `missis` by `mrs`. */
export function normaliseTitle(lower: string): string {
  return longTitles[lower] ?? lower;
}

/** Builds the normal form of a name, with its first title written out: `mademoiselle linon` for `Mlle. Linon`. */
export function buildPersonKey(name: string): string {
  const key = buildTermKey(name);
  const first = key.split(' ', 1)[0] ?? '';
  return normaliseTitle(first) + key.slice(first.length);
}

/** Parses the normal form of a name; `ranks` are words that this story uses as ranks before names. */
export function parseName(key: string, ranks: ReadonlySet<string>): NameParts {
  const isTitle = (word: string) => ranks.has(word) || isTitleWord(word);
  const all = key
    .replace(/(?<!\S)(?:st|saint) (?=\S)/g, 'st-')
    .split(' ')
    .map(normaliseTitle);
  const cut = all.findIndex((word, index) => index > 0 && (word === 'of' || word === 'the'));
  const named = cut > 0 ? all.slice(0, cut) : all;
  const first = named.findIndex(
    (word, index) => index === named.length - 1 || !(isTitle(word) || isListed('fondWords', word)),
  );
  const bare = named.slice(Math.max(0, first));
  const patronymic = bare.find((word, index) => index > 0 && (isPatronymic(word) || isNumeral(word))) ?? '';
  // In the normal form, a name that is only `Agnes` has lost its s, but `Agnes Vane` has not.
  const words = bare.filter((word, index) => index === 0 || word !== patronymic).map(toSingular);
  const title = named.slice(0, Math.max(0, first)).findLast(isTitle) ?? '';
  const single = words.length === 1 ? detectSingle(title) : 'none';
  return { title, words, patronymic, single: patronymic !== '' && words.length === 1 ? 'given' : single };
}

const patronymicEnding =
  /^\p{L}{2,}(?:[oeaiy]v(?:itch|ich|na)|[^td]itch|[^d]ditch|\p{L}{3}titch|(?:ly|[km])ich|ini(?:shna|chna|tchna))$/u;

/** Whether the word has the ending of a Russian patronymic, which says whose child somebody is. */
export function isPatronymic(word: string): boolean {
  return patronymicEnding.test(word) && !isPlainWord(word);
}

/** Whether the word is a Roman numeral: `Charles II` does not belong to a family with the name Ii. */
export function isNumeral(word: string): boolean {
  return /^[ivx]+$/.test(word);
}

/** The last word of a name of several words; empty if the name has no surname, as in `Anna Arkadyevna`. */
export function extractSurname({ words }: NameParts): string {
  return words.length > 1 ? (words.at(-1) ?? '') : '';
}

/** Whether a word is used as a title before a name: `Captain`, but also an occupation such as `Parson` or `Farmer`. */
function isTitleWord(word: string): boolean {
  return (['genderedTitles', 'titles', 'personWords', 'maleTitles'] as const).some((list) =>
    isListed(list, word),
  );
}

function detectSingle(title: string): NameParts['single'] {
  if (title === '' || isListed('eitherTitles', title)) return 'either';
  return isListed('givenTitles', title) ? 'given' : 'surname';
}

export function detectGenderOfTitle(title: string): Gender {
  if (isListed('femaleTitles', title)) return 'female';
  return isListed('maleTitles', title) ? 'male' : 'unknown';
}

/**
 * The gender of a first name that hardly anybody of the other gender has; `unknown` for any other word. The name may
 * lack its last s, as in normal forms.
 */
export function detectGenderOfGiven(given: string): Gender {
  const isOf = (list: 'femaleNames' | 'maleNames') => isListed(list, given) || isListed(list, `${given}s`);
  if (isOf('femaleNames')) return 'female';
  return isOf('maleNames') ? 'male' : 'unknown';
}

let shortForms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function readShortForms(): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  for (const group of lists.nicknames.split(' ')) {
    const names = group.split(':').map(toSingular);
    for (const name of names) {
      const others = forms.get(name) ?? new Set();
      for (const other of names) if (other !== name) others.add(other);
      forms.set(name, others);
    }
  }
  return forms;
}

/** Other forms of this first name: short forms, the long form, and other short forms of the long one. */
export function listShortForms(given: string): ReadonlySet<string> {
  shortForms ??= readShortForms();
  return shortForms.get(toSingular(given)) ?? new Set();
}

/** Whether two first names are the same, or forms of one name (`Tom`, `Thomas`), or one is the initial of the other. */
export function isSameGiven(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length === 1 || other.length === 1) return one.charAt(0) === other.charAt(0);
  return listShortForms(one).has(other);
}
