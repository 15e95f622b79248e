// Lists the clauses of a sentence, each in the words of the person it is about: "my sister lives" becomes "I live".
import patterns from './fact-patterns.json' with { type: 'json' };
import { findPeople, isCalled, isMany, type Person } from './find-people.ts';
import { measureOpening } from './measure-opening.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

export interface Clause {
  /** The owner of the facts that the clause may tell; empty for the speaker. */
  readonly owner: string;
  /** The clause in the first person: first `added` inserted words, then words of the sentence. */
  readonly tokens: readonly Token[];
  readonly added: number;
  /** Where in the sentence the words after the inserted ones begin. */
  readonly start: number;
  /** The first word that names the person whom the clause is about; the quote begins there. */
  readonly subject: Token;
}

export interface Clauses {
  readonly clauses: readonly Clause[];
  readonly people: readonly Person[];
  /** The person whom "she", "he" or "they" in the next sentence means, if there is one. */
  readonly last: string | undefined;
}

/** The person whom a clause is about if the clause names nobody. */
interface Subject {
  readonly owner: string;
  readonly token: Token;
  readonly at: number;
  /** Whether the clause says what somebody is, as in "I am 34, a nurse and allergic to nuts". */
  readonly isBeing: boolean;
}

interface Context {
  /** Maps names to the words under which people's facts are kept; people whom the sentence names are added. */
  readonly known: Map<string, string>;
  readonly last: string | undefined;
}

const adverbs = toWordSet(patterns.lists.adverb);
const leading = toWordSet(patterns.leading);
const negation = toWordSet(patterns.negation);
const notCarried = toWordSet(patterns.notCarried);
const goals = toWordSet(patterns.goals);
const own: ReadonlySet<string> = new Set(['i', 'we']);
const pronouns: ReadonlySet<string> = new Set(['she', 'he', 'they']);
const possessives: Readonly<Record<string, string>> = { her: 'she', his: 'he', their: 'they' };
const being: ReadonlySet<string> = new Set(['am', 'is', 'are']);
const prepositions = toWordSet('of,with,from,for,to,by,than,like,without,near,and,or,about');
const past = toWordSet(patterns.past);

export function listClauses(tokens: readonly Token[], context: Context): Clauses {
  const people = findPeople(tokens, context.known);
  const clauses: Clause[] = [];
  let subject: Subject | undefined;
  for (const start of listStarts(tokens, people)) {
    const at = skipLeading(tokens, start);
    const named = readSubject(tokens, at, { people, last: context.last });
    if (named !== undefined) {
      subject = named.subject;
      clauses.push(...named.clauses);
      continue;
    }
    const about = findRelative(tokens, at, people);
    if (about !== undefined) clauses.push(...collectTold(tokens, at + 1, about));
    else if (subject !== undefined) {
      if (isOther(tokens[at])) subject = undefined;
      else clauses.push(...collectCarried(tokens, at, subject));
    }
  }
  clauses.push(...people.flatMap((person) => collectWithin(tokens, person, clauses)));
  return { clauses, people, last: chooseLast(tokens, people, context.last) };
}

/**
 * Lists where clauses may begin: at the start, after a mark such as a comma or a dash, and at "and" or "but".
 * No clause begins within the words for a person.
 */
function listStarts(tokens: readonly Token[], people: readonly Person[]): readonly number[] {
  return tokens.flatMap(({ word }, at) => {
    const isStart = at === 0 || tokens[at - 1]?.isEnd === true || word === 'and' || word === 'but';
    return isStart && !people.some(({ start, end }) => start < at && at < end) ? [at] : [];
  });
}

function skipLeading(tokens: readonly Token[], start: number): number {
  let at = start;
  for (;;) {
    const length = leading.has(tokens[at]?.word ?? '') ? 1 : measureOpening(tokens, at);
    if (length === 0 || tokens[at + length - 1]?.isEnd !== false) return at;
    at += length;
  }
}

/** The person with whom a clause begins here and, unless this is the speaker, what the clause says of that person. */
function readSubject(
  tokens: readonly Token[],
  at: number,
  { people, last }: { readonly people: readonly Person[]; readonly last: string | undefined },
): { readonly subject: Subject; readonly clauses: readonly Clause[] } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const build = (owner: string, next: number): Subject => {
    const verb = tokens[skipAdverbs(tokens, next)]?.word ?? '';
    return { owner, token, at, isBeing: being.has(verb) };
  };
  if (own.has(token.word)) return { subject: build('', at + 1), clauses: [] };
  const person = people.find(({ start }) => start === at);
  if (person !== undefined) {
    const subject = build(person.owner, person.end);
    return { subject, clauses: collectTold(tokens, person.end, subject) };
  }
  if (last === undefined) return undefined;
  if (pronouns.has(token.word) && isCalled(last, token.word)) {
    const subject = build(last, at + 1);
    return { subject, clauses: collectTold(tokens, at + 1, subject) };
  }
  const possessor = possessives[token.word];
  if (possessor === undefined || !isCalled(last, possessor)) return undefined;
  const subject = build(last, at);
  return { subject: { ...subject, isBeing: false }, clauses: [buildClause(tokens, at + 1, subject, ['my'])] };
}

type About = Pick<Subject, 'owner' | 'token'>;

/**
 * Reads the words after the name of a person as that person would say them: "lives in Kiel" as "I live in
 * Kiel", "'s birthday" as "my birthday".
 */
function collectTold(tokens: readonly Token[], at: number, about: About): readonly Clause[] {
  const first = tokens[at];
  const isGenitive = first?.word === 'is' && first.to - first.from === 1;
  return [
    ...buildInFirstPerson(tokens, at, about, ['i']),
    ...(isGenitive ? [buildClause(tokens, at + 1, about, ['my'])] : []),
  ];
}

/** Reads what is said of somebody who is named later in a clause, as in "yesterday my sister moved to Ghent". */
function collectWithin(
  tokens: readonly Token[],
  person: Person,
  clauses: readonly Clause[],
): readonly Clause[] {
  const token = tokens[person.start];
  if (token === undefined || prepositions.has(tokens[person.start - 1]?.word ?? '')) return [];
  const isTold = clauses.some(({ subject }) => subject === token);
  return isTold ? [] : collectTold(tokens, person.end, { owner: person.owner, token });
}

/** Finds the person in a relative clause: "my sister Lene, who lives in Kiel". */
function findRelative(tokens: readonly Token[], at: number, people: readonly Person[]): About | undefined {
  const person = tokens[at]?.word === 'who' ? people.find(({ end }) => end === at) : undefined;
  const token = tokens[person?.start ?? -1];
  return person && token && { owner: person.owner, token };
}

/**
 * A clause that names nobody is about the same person as the clause before it. After a wish or a thought, this holds
 * only if the form of the verb shows it; after a denial, also if "but" comes between.
 */
function collectCarried(tokens: readonly Token[], at: number, subject: Subject): readonly Clause[] {
  const verb = tokens[skipAdverbs(tokens, at)];
  if (verb === undefined || !(isOfPerson(verb.word, subject.owner) || isClear(tokens.slice(subject.at, at))))
    return [];
  return [
    ...buildInFirstPerson(tokens, at, subject, ['i']),
    ...(subject.isBeing ? [buildClause(tokens, at, subject, ['i', 'am'])] : []),
  ];
}

/**
 * Whether the form of the verb shows that the owner is meant: "am" for the speaker, "is" or "lives" for one other
 * person.
 */
function isOfPerson(word: string, owner: string): boolean {
  return word === 'am' || (owner !== '' && !isMany(owner) && /^(?:is|has|\p{Ll}{3,}s)$/u.test(word));
}

/** Whether a clause after these words does not depend on them. */
function isClear(between: readonly Token[]): boolean {
  const isBut = between.at(-1)?.word === 'but';
  return !isOpen(between) && (isBut || !between.some(({ word }) => negation.has(word)));
}

/** Whether the next verb may depend on a verb in these words: "I want to live in Rome and work as a baker". */
function isOpen(between: readonly Token[]): boolean {
  return between.some(({ word }, at) => {
    if (word !== 'to') return notCarried.has(word);
    const next = between[at + 1];
    return !goals.has(between[at - 1]?.word ?? '') && next?.isCapital !== true;
  });
}

/**
 * The words in the first person, with the verb in the matching form; nothing if the verb does not fit this
 * person.
 */
function buildInFirstPerson(
  tokens: readonly Token[],
  at: number,
  about: About,
  before: readonly string[],
): readonly Clause[] {
  const place = skipAdverbs(tokens, at);
  const verb = tokens[place];
  const word = verb && toFirstPerson(verb.word, about.owner);
  if (verb === undefined || word === undefined) return [];
  const { tokens: plain, ...clause } = buildClause(tokens, at, about, before);
  const changed = place - at + before.length;
  return [{ ...clause, tokens: plain.with(changed, { ...verb, word }) }];
}

function toFirstPerson(word: string, owner: string): string | undefined {
  if (owner === '') return /^(?:is|are|has|does)$/u.test(word) ? undefined : word;
  if (word === 'can' || past.has(word) || /\p{Ll}{2}ed$/u.test(word)) return word;
  if (isMany(owner)) return word === 'are' ? 'am' : word;
  if (word === 'is') return 'am';
  if (word === 'has') return 'have';
  return toStem(word);
}

function toStem(word: string): string | undefined {
  if (!/\p{Ll}{2}s$/u.test(word)) return undefined;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|ss|x|o)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function buildClause(
  tokens: readonly Token[],
  start: number,
  { owner, token }: About,
  before: readonly string[],
): Clause {
  const added = before.map((word): Token => ({ ...token, word, isCapital: false, isEnd: false }));
  return { owner, tokens: [...added, ...tokens.slice(start)], added: added.length, start, subject: token };
}

function skipAdverbs(tokens: readonly Token[], start: number): number {
  let at = start;
  while (adverbs.has(tokens[at]?.word ?? '')) at += 1;
  return at;
}

const others = toWordSet(
  'you,it,he,she,they,there,the,my,our,your,his,her,their,its,this,that,these,those,who,which,what',
);

/**
 * Whether a clause that begins with this word has a subject of its own, so that it is not about the person of
 * the clause before.
 */
function isOther(token: Token | undefined): boolean {
  return token === undefined || others.has(token.word) || token.isCapital;
}

/**
 * The one person whom a sentence is about; undefined if it names several people, or neither names nor points to
 * one.
 */
function chooseLast(
  tokens: readonly Token[],
  people: readonly Person[],
  last: string | undefined,
): string | undefined {
  const owners = new Set(people.map(({ owner }) => owner));
  if (owners.size > 0) return owners.size === 1 ? people[0]?.owner : undefined;
  return last !== undefined && tokens.some(({ word }) => pronouns.has(word) || word in possessives)
    ? last
    : undefined;
}
