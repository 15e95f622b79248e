// Finds the facts that a message tells or asks about, with a vocabulary of everyday relations.
import { splitTerms, stemWord } from '@terrarium/kernel/split-terms';
import { findStatedChange, hasChangeWords } from './find-change.ts';
import relations from './relations.json' with { type: 'json' };
import { toWordSet } from './to-word-set.ts';

/**
 * 0 if the words only mention the fact, 1 if they mention something of the speaker's own or a change, 2 if they
 * state the fact.
 */
export type Strength = 0 | 1 | 2;

/** One fact that a message tells, or asks about. */
export interface Telling {
  /** Whose fact it is, and which relation: `:home` for the speaker, `sister:home` for the speaker's sister. */
  readonly key: string;
  readonly strength: Strength;
}

type Phrase = readonly string[];

/** The phrases of all relations, by their first word. */
type Phrases = ReadonlyMap<string, readonly { readonly words: Phrase; readonly name: string }[]>;

/**
 * The same words occur again and again, so the results for each word are cached. The cache is emptied when it
 * is too large.
 */
const mostStems = 20_000;
const stems = new Map<string, string>();
const contents = new Map<string, boolean>();
const longestRead = 4_000;
const sentenceEnd = /(?<![.!?…;\n])[.!?…;\n]+(?=\s|$)/gu;
const firstPerson: ReadonlySet<string> = new Set(['i', 'we', 'my', 'our', 'me', 'us', 'im', 'ive']);
const possessives: ReadonlySet<string> = new Set(['my', 'our']);
const subjects: ReadonlySet<string> = new Set([
  'i',
  'we',
  ...Object.values(relations.people).join(',').split(',').map(stemWord),
]);
const copulas: ReadonlySet<string> = new Set(['is', 'are', 'was', 'call', 'will']);
/** A word that tells something about the speaker comes at most this many words after "I" or "my". */
const reach = 5;
/**
 * A word that states a fact comes at most `statedReach` words after "I" or the word for a relative. A thing with an
 * attribute comes at most `attributeReach` words after "my".
 */
const statedReach = 4;
const attributeReach = 4;
/** A person comes at most this many words after "my", as in "my big sister". */
const personReach = 2;
/** The maximum number of facts that are taken from a message. */
const mostTellings = 24;
/** Words after "my" or "I" that do not say what a statement is about. */
const plain = toStems(
  'old new big little good great best favourite favorite first last next own really just also always never still usually often only think know feel love like want need hope guess mean see say tell hear go get take make let come look try keep start stop find give use talk remember agree sure glad happy day time thing life way one two lot bit much more these',
);

const told = buildPhrases(relations.relations);
const asked = buildPhrases(joinLists(relations.relations, relations.asks));
const people = buildPhrases(relations.people);
const changes = buildPhrases({ change: relations.changes });
/** Words for a change that leave no doubt. */
const ends = buildPhrases({ end: relations.ends });
const states = buildPhrases(relations.states);
const unsure = buildPhrases({ unsure: relations.unsure });

function toStems(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stemWord));
}

function joinLists(
  lists: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, [list, more[name] ?? []].flat().join(',')]),
  );
}

function buildPhrases(lists: Readonly<Record<string, string>>): Phrases {
  const all = Object.entries(lists).flatMap(([name, list]) =>
    list.split(',').map((phrase) => ({ words: splitWords(phrase), name })),
  );
  return Map.groupBy(all, ({ words }) => words[0] ?? '');
}

/** All words as their stems; words without content stay as they are. */
function splitWords(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
  return words.map((word) => normaliseWord(word.split(/['’]/u)[0] ?? ''));
}

function hasContent(stem: string): boolean {
  const known = contents.get(stem);
  if (known !== undefined) return known;
  const answer = splitTerms(stem).length > 0;
  if (contents.size >= mostStems) contents.clear();
  contents.set(stem, answer);
  return answer;
}

/** The stem of a word that has content; any other word unchanged. */
function normaliseWord(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = splitTerms(word).length === 0 ? word : stemWord(word);
  if (stems.size >= mostStems) stems.clear();
  stems.set(word, stem);
  return stem;
}

interface Found {
  readonly name: string;
  readonly at: number;
  readonly length: number;
}

function findPhrases(words: readonly string[], phrases: Phrases): readonly Found[] {
  const found: Found[] = [];
  for (const [at, word] of words.entries()) {
    for (const phrase of phrases.get(word) ?? []) {
      if (phrase.words.every((one, offset) => words[at + offset] === one))
        found.push({ name: phrase.name, at, length: phrase.words.length });
    }
  }
  return found;
}

/**
 * The facts that a message tells about its speaker and the speaker's family. Each is listed once, with its
 * greatest strength.
 */
export function listTellings(text: string): readonly Telling[] {
  const found = new Map<string, Strength>();
  for (const sentence of splitSentences(text)) {
    if (sentence.isQuestion) continue;
    for (const { key, strength } of readSentence(sentence.words)) {
      const before = found.get(key) ?? 0;
      found.set(key, strength > before ? strength : before);
    }
  }
  return [...found].slice(0, mostTellings).map(([key, strength]) => ({ key, strength }));
}

/**
 * Whether a message states a fact in words of a change ("moved", "my new …"), so that earlier statements of
 * this fact are no longer true.
 */
export function isChangeOf(text: string, key: string): boolean {
  return findChangeOf(text, key) !== undefined;
}

/**
 * The sentence in which a message states a change of the fact. If the fact has no words of its own for a change, this
 * is a sentence that states the fact and has any of the words in `ends`.
 */
export function findChangeOf(text: string, key: string): string | undefined {
  if (hasChangeWords(key)) return findStatedChange(text, key);
  return splitSentences(text).find(
    ({ words, isQuestion }) =>
      !isQuestion &&
      findPhrases(words, ends).length > 0 &&
      readSentence(words).some((one) => one.key === key && one.strength === 2),
  )?.text;
}

interface ReadSentence {
  readonly text: string;
  readonly words: readonly string[];
  readonly isQuestion: boolean;
}

function splitSentences(text: string): readonly ReadSentence[] {
  const read = text.slice(0, longestRead);
  const sentences: ReadSentence[] = [];
  let from = 0;
  for (const { 0: end, index } of read.matchAll(sentenceEnd)) {
    const text = read.slice(from, index).trim();
    sentences.push({ text, words: splitWords(text), isQuestion: end.includes('?') });
    from = index + end.length;
  }
  const rest = read.slice(from).trim();
  sentences.push({ text: rest, words: splitWords(rest), isQuestion: false });
  return sentences.filter(({ words }) => words.length > 0);
}

function readSentence(words: readonly string[]): readonly Telling[] {
  const isOwn = words.some((word) => firstPerson.has(word));
  const isChange = findPhrases(words, changes).length > 0;
  if (!isOwn && !isChange) return [];
  const isDoubtful = findPhrases(words, unsure).length > 0;
  const owners = listOwners(words);
  const named = findPhrases(words, told).map((one): Telling => {
    const isSaid = isChange || isNear(words, one, firstPerson, reach);
    if (isAttribute(words, one)) return { key: one.name, strength: 2 };
    return { key: one.name, strength: isSaid ? 1 : 0 };
  });
  const stated = findPhrases(words, states)
    .filter((one) => isNear(words, one, subjects, statedReach))
    .map(({ name }): Telling => ({ key: name, strength: 2 }));
  const open = listOpenWords(words).map((word): Telling => ({ key: `=${word}`, strength: 1 }));
  return [...stated, ...named, ...open].flatMap(({ key, strength }) =>
    owners.map((owner): Telling => ({ key: `${owner}:${key}`, strength: isDoubtful ? 0 : strength })),
  );
}

/** Whether one of these words comes before the phrase, at most this many words away. */
function isNear(words: readonly string[], { at }: Found, some: ReadonlySet<string>, most: number): boolean {
  return words.slice(Math.max(0, at - most), at).some((word) => some.has(word));
}

/** Whether the phrase is like "my number is …" or "our new landlord". */
function isAttribute(words: readonly string[], found: Found): boolean {
  if (!isNear(words, found, possessives, attributeReach)) return false;
  const end = found.at + found.length;
  const before = words.slice(Math.max(0, found.at - 2), found.at);
  return before.includes('new') || words.slice(end, end + 2).some((word) => copulas.has(word));
}

/** Finds people who are named with "my …". */
function findOwnPeople(words: readonly string[]): readonly Found[] {
  return findPhrases(words, people).filter((one) => isNear(words, one, possessives, personReach));
}

/** The owners that the words are about: relatives by their kind, such as `sister`; an empty text for the speaker. */
function listOwners(words: readonly string[]): readonly string[] {
  const found = findOwnPeople(words);
  const [first] = found;
  const isOwn = first === undefined || words.slice(0, first.at).some((word) => subjects.has(word));
  return [...(isOwn ? [''] : []), ...new Set(found.map(({ name }) => name))];
}

/**
 * The first words with content after "my", "I" or a word for a relative. They need not be relations of the
 * vocabulary.
 */
function listOpenWords(words: readonly string[]): readonly string[] {
  const open = words.flatMap((word, at) => {
    if (!possessives.has(word) && !subjects.has(word)) return [];
    const next = words.slice(at + 1, at + 1 + reach).filter(isTelling);
    return next.slice(0, possessives.has(word) ? 2 : 1);
  });
  return [...new Set(open)];
}

function isTelling(word: string): boolean {
  return word.length >= 3 && !plain.has(word) && hasContent(word);
}

/** The keys of the facts that a message asks about or mentions; for each person, relations come before single words. */
export function listAsked(text: string): readonly string[] {
  const read = splitWords(text.slice(0, longestRead));
  const found = findOwnPeople(read);
  const owners = found.length === 0 ? [''] : [...new Set(found.map(({ name }) => name))];
  const names = [...new Set(findPhrases(read, asked).map(({ name }) => name))];
  const words = [...new Set(read.filter(isTelling))];
  return owners.flatMap((owner) => [
    ...names.map((name) => `${owner}:${name}`),
    ...words.map((word) => `${owner}:=${word}`),
  ]);
}

const single = toWordSet(relations.single);

/** Whether a new telling of a fact usually replaces the one before: a person lives in only one place. */
export function isSingle(key: string): boolean {
  return single.has(key.slice(key.indexOf(':') + 1));
}
