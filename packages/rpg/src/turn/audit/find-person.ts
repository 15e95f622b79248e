// Finds whom a clause is about: the player's character, somebody by name or role, or whoever was spoken of before.

import { type Clause, findPhrase } from './read-clauses.ts';
import { readPronoun } from './structure/read-pronouns.ts';
import type { Person, TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

export interface Named {
  readonly person: Person;
  /** Position of the name among the words of the clause. */
  readonly at: number;
  readonly length: number;
}

const prepositions = new Set(
  'to at for with of past behind before around over on in from by near beside between against like than into upon about under after towards toward'.split(
    ' ',
  ),
);
const pronouns = new Set(['he', 'she', 'they']);

/**
 * Everybody who is named in the clause, in the order of the names; each person once, by their longest name in the
 * clause. Of people with overlapping names, the likelier one is kept, or both if they are equally likely.
 */
export function listNamed(clause: Pick<Clause, 'words'>, facts: Pick<TurnFacts, 'people'>): readonly Named[] {
  const known = namedIn.get(facts.people) ?? new WeakMap<readonly Word[], readonly Named[]>();
  namedIn.set(facts.people, known);
  const found = known.get(clause.words) ?? findNamed(clause, facts);
  known.set(clause.words, found);
  return found;
}

/** Many rules ask who is named in a clause, so the names are looked up only once. */
const namedIn = new WeakMap<readonly Person[], WeakMap<readonly Word[], readonly Named[]>>();

function findNamed(clause: Pick<Clause, 'words'>, facts: Pick<TurnFacts, 'people'>): readonly Named[] {
  const all = listMeant(clause, facts);
  return all.filter((one) => all.every((other) => other === one || !isMeantRather(other, one)));
}

/**
 * Whether the names of both overlap in the clause, and the other person is likelier: by a longer name, then as the
 * player's character, then by being here.
 */
function isMeantRather(other: Named, one: Named): boolean {
  const isShared = other.at < one.at + one.length && one.at < other.at + other.length;
  return isShared && computeWeight(other) > computeWeight(one);
}

function computeWeight({ person, length }: Named): number {
  return length * 10 + (person.isPlayer ? 2 : 0) + (person.isHere ? 1 : 0);
}

function listMeant(
  { words }: Pick<Clause, 'words'>,
  { people }: Pick<TurnFacts, 'people'>,
): readonly Named[] {
  return people
    .flatMap((person) => {
      for (const name of person.names) {
        const at = findPhrase(words, name);
        if (at >= 0 && isName(words, at, name)) return [{ person, at, length: name.length }];
      }
      return [];
    })
    .sort((one, other) => one.at - other.at);
}

/** A single word counts as a name only with a capital or after "the" or "that", since it may also be a plain word. */
function isName(words: readonly Word[], at: number, name: readonly string[]): boolean {
  if (name.length > 1) return true;
  const before = words[at - 1]?.text;
  return words[at]?.isCapital === true || before === 'the' || before === 'that';
}

/**
 * The person who is the subject of each clause; undefined if the subject is nobody in the game. A clause without a
 * subject of its own takes the subject of the clause before it in the same sentence.
 */
export function listSubjects(clauses: readonly Clause[], facts: TurnFacts): readonly (Person | undefined)[] {
  const isThird = isTellingOf(clauses, facts);
  const pronoun = isThird ? findPronoun(clauses, facts) : 'you';
  let subject: Person | undefined;
  let other: Person | undefined;
  let sentence = -1;
  return clauses.map((clause) => {
    if (clause.sentence !== sentence) subject = undefined;
    sentence = clause.sentence;
    const named = listNamed(clause, facts);
    const found = findSubject(clause, named, { player: facts.player, other, pronoun });
    const last = named.filter(({ person }) => isThird || !person.isPlayer).at(-1)?.person;
    other = isThird ? ((found === 'same' ? undefined : found) ?? last ?? other) : (last ?? other);
    if (found !== 'same') subject = found;
    return subject;
  });
}

/** Whether the narrative tells of the player's character by name, and never speaks to the player. */
export function isTellingOf(clauses: readonly Clause[], facts: TurnFacts): boolean {
  const isSpokenTo = clauses.some(({ words }) => words.some(({ text }) => /^your?s?$/.test(text)));
  return (
    !isSpokenTo &&
    clauses.some((clause) => listNamed(clause, facts).some(({ person }) => person === facts.player))
  );
}

/** "He", "she" or "they" for the player's character, as the narrative uses it, or else as the sheet says. */
export function findPronoun(clauses: readonly Clause[], facts: TurnFacts): string | undefined {
  let isPlayer = false;
  for (const clause of clauses) {
    const named = listNamed(clause, facts);
    const first = clause.words.find(({ text }) => pronouns.has(text));
    if (isPlayer && named.length === 0 && first !== undefined) return first.text;
    if (named.length > 0) isPlayer = named.every(({ person }) => person === facts.player);
    const behind = named.at(-1)?.at ?? 0;
    const later = clause.words.find(({ text }, at) => at > behind && pronouns.has(text));
    if (isPlayer && named.length > 0 && later !== undefined) return later.text;
  }
  return facts.player === undefined ? undefined : readPronoun(facts.player);
}

const helping = new Set('are have were had do did can could will would should must may still now'.split(' '));

/**
 * Whether "you" at this position does something, and nothing is done to you: "when it lifts you are standing", not "it
 * takes you in".
 */
function isYouActing(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  if (text === "you're" || text === "you've") return true;
  if (text !== 'you') return false;
  const before = words[at - 1]?.text ?? '';
  if (before === 'of' && /^(?:two|three|four|both|all|pair|lot)$/.test(words[at - 2]?.text ?? ''))
    return true;
  if (/^(?:lets?|makes?|made|helps?|helped|sees?|hears?|keeps?)$/.test(before)) return false;
  if (helping.has(words[at + 1]?.text ?? '')) return true;
  return (
    at === 0 || !(prepositions.has(before) || /(?:[^s]s|ed|ing)$/.test(before) || transitive.has(before))
  );
}

/** Past forms of verbs after which "you" is the object. */
const transitive = new Set(
  'gave took held made let left sent told saw found caught hit cost brought threw struck put cut shot bit led drove got kept lent set'.split(
    ' ',
  ),
);

/** The beginning of a clause that leaves its subject out: "and goes", "puts on his coat". */
const goesOn = /^(?:and|then|but|[a-z]{2,}(?:[^s]s|ed|ing))$/;

interface Known {
  readonly player: Person | undefined;
  /** The person mentioned last, whom "he" and "she" may mean. */
  readonly other: Person | undefined;
  /** The pronoun of the player's character; undefined if it is not known. */
  readonly pronoun: string | undefined;
}

function findSubject({ words }: Clause, named: readonly Named[], known: Known): Person | undefined | 'same' {
  if (words.some((_, index) => isYouActing(words, index))) return known.player;
  const at = words.slice(0, farthestSubject).findIndex((_, index) => isSubject(words, index, named));
  if (at < 0) return goesOn.test(words[0]?.text ?? '') || words.length < 3 ? 'same' : undefined;
  const text = words[at]?.text ?? '';
  if (text === 'it') return known.other?.id.startsWith('creature:') ? known.other : undefined;
  if (pronouns.has(text)) return findMeant(text, known);
  return named.find((one) => one.at === at)?.person;
}

/**
 * The person whom "he", "she" or "they" means: the one mentioned last. If there is none, or that person is known to
 * have another pronoun, it is the player's character, but only if the character has this pronoun.
 */
function findMeant(text: string, { pronoun, other, player }: Known): Person | undefined {
  const isOthers = other !== undefined && isToldBy(other, text, pronoun);
  if (isOthers) return other;
  const isPlayers = player !== undefined && pronoun === text;
  return isPlayers ? player : undefined;
}

function isToldBy(person: Person, text: string, pronoun: string | undefined): boolean {
  const own = person.isPlayer ? pronoun : readPronoun(person);
  return own === undefined || own === text || text === 'they';
}

const farthestSubject = 7;

/** In "Hob's stool" the subject is the stool. */
function isOwner(words: readonly Word[], { at, length }: Named): boolean {
  return /'s?$/.test(words[at + length - 1]?.text ?? '');
}

function isSubject(words: readonly Word[], index: number, named: readonly Named[]): boolean {
  if (prepositions.has(words[index - 1]?.text ?? '')) return false;
  const text = words[index]?.text ?? '';
  return text === 'it' || pronouns.has(text) || named.some((one) => one.at === index && !isOwner(words, one));
}
