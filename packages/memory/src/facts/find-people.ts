// Finds the people whom a sentence names as "my sister" or "my friend Tomas", or by a known name.
import patterns from './fact-patterns.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** Maps a name, in small letters, to the word under which the person's facts are kept. */
export type KnownPeople = ReadonlyMap<string, string>;

export interface Person {
  /**
   * The word under which the person's facts are kept: `sister`, or `sister Ute` if there is another sister, or
   * `friend Tomas`.
   */
  readonly owner: string;
  /** Whether the person is family or a partner. If so, the person's name is a fact too. */
  readonly isKin: boolean;
  /**
   * The words of the sentence that are the name: from `nameStart` up to, but not including, `nameEnd`. Both are
   * equal if the sentence gives no name.
   */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The words of the sentence that name the person: from `start` up to, but not including, `end`. */
  readonly start: number;
  readonly end: number;
}

const attributes = toWordSet(people.attributes);
const notNames = toWordSet(`${patterns.notNames},${patterns.pronouns},${patterns.stops},i`);
const articles: ReadonlySet<string> = new Set(['a', 'an', 'one']);
const having: ReadonlySet<string> = new Set(['have', 'got']);
const callings: ReadonlySet<string> = new Set(['called', 'named']);
/** Titles that come before a name and are not part of it. */
export const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'professor']);
const mostAttributes = 3;
const mostNames = 3;
const listWords = (group: Readonly<Record<string, string>>) =>
  Object.entries(group).flatMap(([kind, words]) => words.split(',').map((word) => [word, kind] as const));
const kinds = new Map([...listWords(people.one), ...listWords(people.several), ...listWords(people.named)]);
const several = new Set(Object.keys(people.several));
const named = new Set(Object.keys(people.named));
const genders = [
  ['she', toWordSet(people.she)],
  ['he', toWordSet(people.he)],
  ['they', toWordSet(people.they)],
] as const;
const verbEnd = /^(?:is|has|was|\p{Ll}{2,}s)$/u;

/** Returns the people in the order of the sentence, and adds to `known` the names that the sentence gives them. */
export function findPeople(tokens: readonly Token[], known: Map<string, string>): readonly Person[] {
  const found: Person[] = [];
  for (let at = 0; at < tokens.length; ) {
    const person = readPerson(tokens, at, known);
    if (person === undefined) at += 1;
    else {
      found.push(person);
      const name = findName(tokens, person.nameStart, person.nameEnd);
      if (name !== undefined) known.set(name, person.owner);
      at = person.end;
    }
  }
  return found;
}

/** Whether the pronoun ("she", "he" or "they") can mean this person. */
export function isCalled(owner: string, pronoun: string): boolean {
  const [kind = ''] = owner.split(' ');
  const fitting = genders.filter(([, owners]) => owners.has(kind));
  return fitting.length === 0 ? pronoun !== 'they' : fitting.some(([one]) => one === pronoun);
}

/** Whether the owner is more than one person, such as parents. */
export function isMany(owner: string): boolean {
  return isCalled(owner, 'they');
}

/** The words under which facts about somebody's partner are kept. */
export const partners: ReadonlySet<string> = toWordSet(patterns.lists.partner);

/** Whether a fact is the name of somebody's partner. */
export function isPartnersName({
  owner,
  relation,
}: {
  readonly owner: string;
  readonly relation: string;
}): boolean {
  return relation === 'name' && partners.has(owner);
}

/** The word under which facts about somebody's relative, friend or animal are kept: "cat" for "kitten". */
export function findKind(word: string): string | undefined {
  return kinds.get(word);
}

/** Whether the word means a person or an animal of somebody's, such as "sister" or "flatmate". */
export function isPersonWord(word: string): boolean {
  return kinds.has(word);
}

/** All words for the kind of person with which `owner` begins: "mum" and "mother" for `mother`. */
export function listKinWords(owner: string): readonly string[] {
  const [kind = ''] = owner.split(' ');
  return [...kinds].filter(([, one]) => one === kind).map(([word]) => word);
}

function readPerson(tokens: readonly Token[], start: number, known: KnownPeople): Person | undefined {
  const first = tokens[start];
  if (first === undefined) return undefined;
  if (first.word === 'my' || first.word === 'our') return readOwn(tokens, start, known);
  if (articles.has(first.word) && having.has(tokens[start - 1]?.word ?? ''))
    return findCalled(readOwn(tokens, start, known));
  const owner = first.isCapital ? known.get(first.word) : undefined;
  if (owner === undefined || owner === '') return undefined;
  return { owner, isKin: false, nameStart: start, nameEnd: start, start, end: start + 1 };
}

function readOwn(tokens: readonly Token[], start: number, known: KnownPeople): Person | undefined {
  let at = start + 1;
  while (at <= start + mostAttributes && attributes.has(tokens[at]?.word ?? '')) at += 1;
  const kind = kinds.get(tokens[at]?.word ?? '');
  if (kind === undefined) return undefined;
  const called = callings.has(tokens[at + 1]?.word ?? '') ? at + 1 : at;
  const nameEnd = measureName(tokens, called);
  const owner = chooseOwner(kind, findName(tokens, called + 1, nameEnd), known);
  const place = { nameStart: called + 1, nameEnd, start, end: nameEnd };
  return owner === undefined ? undefined : { owner, isKin: !named.has(kind), ...place };
}

/**
 * Finds the person in "I have a sister called Lene". Finds nobody if no name follows, because the next words may be
 * about somebody else.
 */
function findCalled(person: Person | undefined): Person | undefined {
  return person !== undefined && person.nameEnd > person.nameStart ? person : undefined;
}

/** Finds the end of a name that follows a person, as in "my sister Lene" or "my sister, Lene, is …". */
function measureName(tokens: readonly Token[], at: number): number {
  const isApart = tokens[at]?.isEnd === true;
  let end = at + 1;
  while (end <= at + mostNames && isNameWord(tokens[end])) {
    end += 1;
    if (tokens[end - 1]?.isEnd === true) break;
  }
  if (!isApart || end === at + 1) return end;
  const isClosed = tokens[end - 1]?.isEnd === true && verbEnd.test(tokens[end]?.word ?? '');
  return isClosed ? end : at + 1;
}

function isNameWord(token: Token | undefined): boolean {
  return token?.isCapital === true && !notNames.has(token.word);
}

/** The word of a name by which the person is known: "Quist" in "Mr Quist". */
function findName(tokens: readonly Token[], start: number, end: number): string | undefined {
  return tokens.slice(start, end).find(({ word }) => !titles.has(word))?.word;
}

/**
 * Returns the word under which the person's facts are kept. Undefined for a friend or the like without a name: there
 * are several, and nobody knows which is meant.
 */
function chooseOwner(kind: string, name: string | undefined, known: KnownPeople): string | undefined {
  if (name === undefined) return named.has(kind) ? undefined : kind;
  const before = known.get(name);
  if (before?.split(' ')[0] === kind) return before;
  const isTaken = several.has(kind) && [...known.values()].includes(kind);
  return named.has(kind) || isTaken ? `${kind} ${renderName(name)}` : kind;
}

function renderName(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
