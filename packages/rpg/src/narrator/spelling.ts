// Spelling: corrects an unknown word if exactly one known word is spelt similarly.

import { grammar, smallWords, wordLists } from './grammar.ts';
import { intents, listVerbs } from './intents.ts';
import { plainVerbs } from './plain-deeds.ts';
import { stemWord } from './record.ts';

export interface Vocabulary {
  /** Names of everything in the game, and texts of the place where the player is. */
  readonly texts: readonly string[];
  /** The last narratives and the secrets of the game; their words are not corrected. */
  readonly known: readonly string[];
  /** Texts of the scenario: the same array in each turn, so that their words are collected only once. */
  readonly scripted: readonly string[];
  /** Words by which the system names deeds. */
  readonly own: readonly string[];
}

const leastMisspelt = 5;
const leastSwapped = 4;

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

const verbs = Object.values(intents).flatMap((row) => listVerbs(row));
/** The first words of the names of deeds: `pick` of `pick up`. */
const firstWords = new Set(verbs.flatMap((verb) => splitWords(verb)[0] ?? []));
const usual: ReadonlySet<string> = new Set(
  [
    ...verbs,
    ...plainVerbs,
    ...Object.values(smallWords).flat(),
    ...Object.values(wordLists).flat(),
    ...Object.values(grammar).flat(),
  ]
    .flatMap(splitWords)
    .flatMap((word) => [word, stemWord(word)]),
);

interface KnownWords {
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

/** The words of texts, by the array of the texts, so that they are collected only once. */
const collected = new WeakMap<readonly string[], KnownWords>();

function collectWords(texts: readonly string[]): KnownWords {
  const words = new Set(texts.flatMap(splitWords));
  return { words, stems: new Set([...words].map(stemWord)) };
}

function collectOnce(texts: readonly string[]): KnownWords {
  const known = collected.get(texts) ?? collectWords(texts);
  collected.set(texts, known);
  return known;
}

/** Words after which a deed may be named. */
const lead = new Set([
  'i',
  'we',
  'and',
  'then',
  'to',
  'just',
  'quickly',
  'slowly',
  'carefully',
  'quietly',
  'please',
  'you',
]);

/** Corrects typing mistakes if only one word can be meant. Words in quotation marks are left as they are. */
export function normaliseSpelling(words: string, vocabulary: Vocabulary): string {
  const things = new Set(vocabulary.texts.flatMap(splitWords));
  const known = [
    collectOnce(vocabulary.scripted),
    collectWords([...vocabulary.texts, ...vocabulary.known, ...vocabulary.own]),
  ];
  const isKnown = (word: string) =>
    [word, stemWord(word), ...listRoots(word)].some(
      (one) => usual.has(one) || known.some((some) => some.words.has(one) || some.stems.has(one)),
    );
  const deeds = new Set([...firstWords, ...vocabulary.own.flatMap((verb) => splitWords(verb)[0] ?? [])]);
  let before = '';
  return words.replace(/["“][^"”]*["”]?|\p{L}+|[.,;:!?]/gu, (token) => {
    const word = token.toLowerCase();
    const isDeed = before === '' || lead.has(before) || /^[.,;:!?]/.test(before);
    before = word;
    if (!/^\p{L}{4,}$/u.test(token) || isKnown(word)) return token;
    const near = (isDeed ? findOnly(word, [...deeds]) : undefined) ?? findOnly(word, [...things]);
    return near === undefined ? token : renderLike(near, token);
  });
}

/** Words from which a word may be derived, among them "love" for "lover" and "neat" for "neatness". */
function listRoots(word: string): readonly string[] {
  const root = word.replace(/(?:ers?|ors?|ly|ness|ful|less|able|ish|y|s)$/, '');
  return root.length < 3 ? [] : [root, `${root}e`, root.replace(/(.)\1$/, '$1')];
}

function renderLike(word: string, given: string): string {
  return /^\p{Lu}/u.test(given) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

function findOnly(word: string, candidates: readonly string[]): string | undefined {
  const near = [...new Set(candidates)].filter((one) => isSlip(word, one));
  // People rarely get the first letter wrong; at most they swap it with the second.
  const meant = near.filter((one) => one[0] === word[0] || (one[0] === word[1] && one[1] === word[0]));
  // Two forms of the same word count as one word.
  const stems = new Set(meant.map(stemWord));
  return stems.size === 1 ? meant[0] : undefined;
}

/**
 * Whether the words differ only by two swapped neighbouring letters, or by one letter that is changed, added or left
 * out. If `word` is short, no letter may be changed, and only a doubled one added or left out; `other` must have at
 * least `leastSwapped` letters.
 */
function isSlip(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1 || other.length < leastSwapped) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start += 1;
  const [rest, left] = [word.slice(start), other.slice(start)];
  const isSwapped =
    rest.length === left.length &&
    rest[0] === left[1] &&
    rest[1] === left[0] &&
    rest.slice(2) === left.slice(2);
  if (isSwapped) return true;
  if (word.length < leastMisspelt)
    return rest.slice(1) === left || rest === left.slice(1) ? isDoubled(word, other) : false;
  return rest.slice(1) === left.slice(1) || rest.slice(1) === left || rest === left.slice(1);
}

/** Whether the words differ only in a doubled letter, such as "lok" and "look". */
function isDoubled(word: string, other: string): boolean {
  const cutDouble = (text: string) => text.replace(/(.)\1/g, '$1');
  return cutDouble(word) === cutDouble(other);
}
