// Reads facts about a person from their own words: statements about the present, in the first person, without doubt.
import patterns from './fact-patterns.json' with { type: 'json' };
import { findBeginning, isBegunBy } from './find-beginning.ts';
import type { KnownPeople, Person } from './find-people.ts';
import { isForToday } from './is-for-today.ts';
import { isNoPet } from './is-no-pet.ts';
import { isPhraseAt } from './is-phrase-at.ts';
import { isSomethingElse } from './is-something-else.ts';
import { isStanding, isTakenBefore } from './is-standing.ts';
import { cutLaterDoubt, isSure } from './is-sure.ts';
import { listBareAllergies } from './list-bare-allergies.ts';
import { type Clause, listClauses } from './list-clauses.ts';
import { joinPetNames, listPetClauses } from './list-pets.ts';
import { matchPattern, type Pattern, type PatternMatch, parsePattern } from './match-pattern.ts';
import { isAlone } from './measure-company.ts';
import { isOfNamedPlace, measureTold } from './measure-left.ts';
import { measureValue } from './measure-value.ts';
import {
  type Altered,
  findContrast,
  isOfPair,
  listAltered,
  plainlyDenied,
  removeFormer,
} from './read-changes.ts';
import { findCorrection, isPersonForPlace, joinCorrections } from './read-corrections.ts';
import { cutText, type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

export interface ReadFact {
  /** Whom the fact is about, such as `sister` or `friend Tomas`; empty for the speaker. */
  readonly owner: string;
  readonly relation: string;
  /** Part of the quote, in its exact words. */
  readonly value: string;
  /** The sentence that tells the fact, in its exact words; of a very long sentence, only the part that tells it. */
  readonly quote: string;
  /** Another relation that ends when this one begins: with a new job, the former place of work is over. */
  readonly ends: string | undefined;
  /** Whether the text says that the fact is no longer true. */
  readonly isOver?: boolean;
  /** Whether the text only says that somebody is back there, which may be a visit unless they were there before. */
  readonly isBack?: boolean;
  /** Whether it counts only if the person told the value that the same text denies: "The job is in Malmö, not Lund". */
  readonly isCorrecting?: boolean;
  /** Whether it counts only if nothing of the kind is known. */
  readonly isIfUnknown?: boolean;
  /** The day from which this will be so, in the words of the text, such as "Monday". */
  readonly begins?: string | undefined;
}

interface PlacedFact extends ReadFact {
  /** Where the value begins in the sentence. */
  readonly at: number;
  /** Set if the fact is not true yet: it counts only if the sentence says from when on. */
  readonly coming?: Coming | undefined;
}

/**
 * Which words say when a coming fact begins: any day ("I start work at the zoo on Monday"), or only a day after words
 * such as "from", because somebody who "will be working at the zoo on Monday" may be there for one day only.
 */
type Coming = 'day' | 'from';

interface Rule {
  /** The words with which a match may begin; if undefined, it may begin with any word. */
  readonly firstWords: readonly string[] | undefined;
  readonly relation: string;
  readonly ends: string | undefined;
  readonly isNegated: boolean;
  readonly isOver: boolean;
  readonly isBack: boolean;
  /**
   * Whether the words are about the present only if they say since when or for how long: "I have lived in York since
   * May".
   */
  readonly isLasting: boolean;
  readonly coming: Coming | undefined;
  /** Whether a match counts only at the beginning of a clause: "the things I love" only mentions them. */
  readonly isFree: boolean;
  readonly pattern: Pattern;
}

const longestRead = 4_000;
const longestQuote = 240;
const mostFacts = 12;

const free: ReadonlySet<string> = new Set(['likes', 'dislikes', 'hobby', 'fear']);
/** Values of these kinds count only at the beginning of a clause. At other places, the words mean something else. */
const freeValue = />(?:self|years)$/u;
const rules: readonly Rule[] = patterns.patterns.map((one) => ({
  firstWords: listFirstWords(one.say),
  relation: one.relation,
  ends: 'ends' in one ? one.ends : undefined,
  isNegated: 'isNegated' in one,
  isOver: 'isOver' in one,
  isBack: 'isBack' in one,
  isLasting: 'isLasting' in one,
  coming: 'coming' in one ? (one.coming as Coming) : undefined,
  isFree: free.has(one.relation) || freeValue.test(one.say),
  pattern: parsePattern(one.say),
}));
const rulesByWord = Map.groupBy(
  rules.flatMap((rule) => (rule.firstWords ?? []).map((word) => ({ word, rule }))),
  ({ word }) => word,
);
const otherRules = rules.filter(({ firstWords }) => firstWords === undefined);
/** Phrases that ask the listener to remember the rest of a sentence; the longest first. */
const remembering = patterns.remembering
  .split(',')
  .map((phrase) => phrase.split(' '))
  .toSorted((one, other) => other.length - one.length);
const leading = toWordSet(patterns.leading);

/**
 * Returns each fact once, in the order of the sentences, and at most twelve facts. The time needed is proportional to
 * the text's length. `people` maps names to the words under which people's facts are kept, as earlier messages told
 * them.
 */
export function readFacts(text: string, people: KnownPeople = new Map()): readonly ReadFact[] {
  const found: ReadFact[] = [];
  const known = new Map(people);
  let last: string | undefined;
  const read = text.slice(0, longestRead);
  for (const whole of joinCorrections(splitSentences(read), read)) {
    const asked = removeRequest(whole);
    const correction = findCorrection(asked);
    const sentence = correction?.denial ?? cutLaterDoubt(joinPetNames(removeFormer(asked)));
    const before = last;
    const told = listClauses(sentence.tokens, { known, last });
    last = told.last;
    if (!isSure(sentence)) continue;
    const facts = [
      ...readSentence(sentence),
      ...told.clauses.flatMap((clause) => readClause(sentence, clause)),
      ...listPetClauses(sentence.tokens, told.clauses).flatMap((clause) => readClause(sentence, clause)),
      ...listBareAllergies(sentence, told).flatMap((clause) => readClause(sentence, clause)),
      ...told.people.flatMap((person) => readName(sentence, person)),
      ...readAltered(sentence, { known, last: before, told: correction?.value }),
    ];
    for (const fact of withBeginnings(sentence, removeShorter(facts)))
      if (!found.some((one) => isSame(one, fact)) && found.length < mostFacts) found.push(fact);
  }
  return found;
}

/**
 * Removes facts that another fact of the sentence tells more fully: of "two cats called Pip and Pop", the fact "two
 * cats" and the fact "Pip".
 */
function removeShorter(facts: readonly PlacedFact[]): readonly PlacedFact[] {
  return facts.filter(
    ({ owner, relation, value, at, isOver }) =>
      !facts.some(
        (other) =>
          other.owner === owner &&
          other.isOver === isOver &&
          (other.relation === `${relation} ${value.split(' ').at(-1)}` ||
            (other.relation === relation && other.at === at && other.value.startsWith(`${value} `))),
      ),
  );
}

/**
 * Adds to the facts of a sentence the coming day from which they are true. Leaves out facts that are not true yet if
 * the sentence names no such day for them.
 */
function withBeginnings(sentence: Sentence, facts: readonly PlacedFact[]): readonly ReadFact[] {
  const beginning = findBeginning(sentence, { isAnyDay: facts.some(({ coming }) => coming === 'day') });
  const strip = ({ at, coming, ...fact }: PlacedFact): ReadFact =>
    sentence.isOfOwnThing === true ? { ...fact, isCorrecting: true } : fact;
  if (beginning === undefined) return facts.filter(({ coming }) => coming === undefined).map(strip);
  const isFollowed = facts.some(({ at }) => at >= beginning.to);
  const told = facts.filter(({ at }) => at < beginning.from || at >= beginning.to);
  return told.flatMap((fact) => {
    if (isBegunBy(sentence.text, beginning, { at: fact.at, isFollowed }))
      return [{ ...strip(fact), value: cutBefore(fact, beginning.from), begins: beginning.words }];
    return fact.coming === undefined ? [strip(fact)] : [];
  });
}

/** From "the port in March", keeps "the port" if the fact begins in March. */
function cutBefore({ value, at }: PlacedFact, place: number): string {
  return at < place && place < at + value.length ? value.slice(0, place - at).trimEnd() : value;
}

function isSame(one: ReadFact, other: ReadFact): boolean {
  return one.owner === other.owner && one.relation === other.relation && one.value === other.value;
}

interface Heard {
  readonly known: KnownPeople;
  readonly last: string | undefined;
  /** The words that tell what is so instead of what the sentence denies. */
  readonly told: readonly Token[] | undefined;
}

/**
 * Reads the facts that a sentence states by denying something else, and the facts that no longer hold according to the
 * sentence.
 */
function readAltered(sentence: Sentence, heard: Heard): readonly PlacedFact[] {
  return listAltered(sentence).flatMap((altered) => {
    const facts = readAcross(altered, altered.sentence.tokens, heard);
    const isEnding = ({ relation }: PlacedFact) => altered.isPlain !== true || plainlyDenied.has(relation);
    if (!altered.isOver) return facts.filter(isEnding);
    return facts
      .filter((fact) => !isOfPair(sentence.text, fact))
      .flatMap((fact) => {
        const corrected = readInstead(altered, fact, heard);
        const over = { ...fact, ends: undefined, isOver: true };
        return isEnding(fact) || corrected.length > 0 ? [over, ...corrected] : [];
      });
  });
}

function readAcross(
  { sentence, at }: Altered,
  tokens: readonly Token[],
  { known, last }: Heard,
): readonly PlacedFact[] {
  const one = { ...sentence, tokens };
  const { clauses } = listClauses(tokens, { known: new Map(known), last });
  return [...readSentence(one, at), ...clauses.flatMap((clause) => readClause(one, clause, at))];
}

/** Reads the denied fact with the value that is true instead, if the sentence tells one. */
function readInstead(altered: Altered, denied: PlacedFact, heard: Heard): readonly PlacedFact[] {
  const { told } = heard;
  const { tokens } = altered.sentence;
  const place = tokens.findIndex(({ from }) => from === denied.at);
  if (told === undefined || place < 0 || isPersonForPlace(told, denied.relation, heard.known)) return [];
  return readAcross(altered, [...tokens.slice(0, place), ...told], heard).filter(
    ({ owner, relation, at }) =>
      owner === denied.owner && relation === denied.relation && at === told[0]?.from,
  );
}

/** Removes a request: "Please remember that I live in York" tells the same as "I live in York". */
function removeRequest(sentence: Sentence): Sentence {
  const { tokens } = sentence;
  let at = 0;
  while (leading.has(tokens[at]?.word ?? '') && !remembering.some((one) => isPhraseAt(tokens, one, at)))
    at += 1;
  const phrase = remembering.find((one) => isPhraseAt(tokens, one, at));
  if (phrase === undefined) return sentence;
  at += phrase.length;
  const isJoined = tokens[at]?.word === 'that' && tokens[at]?.isEnd === false;
  return { ...sentence, tokens: tokens.slice(isJoined ? at + 1 : at) };
}

/** Reads what a sentence says of the speaker, at any place in the sentence. */
function readSentence(sentence: Sentence, across?: number): readonly PlacedFact[] {
  const { tokens } = sentence;
  return tokens.flatMap(({ word }, start) =>
    [...listRules(word), ...otherRules].flatMap((rule) =>
      readMatch(sentence, rule, { owner: '', tokens, start, added: 0, from: tokens[start], across }),
    ),
  );
}

/**
 * Reads the facts of a clause. If it is about somebody else, it is in their words: "my sister lives in Leeds" has
 * become "I live in Leeds".
 */
function readClause(
  sentence: Sentence,
  { owner, tokens, added, start, subject }: Clause,
  across?: number,
): readonly PlacedFact[] {
  if (isTakenBefore(sentence.tokens, start)) return [];
  return listRules(tokens[0]?.word ?? '').flatMap((rule) =>
    readMatch(sentence, rule, { owner, tokens, start: 0, added, from: subject, across }),
  );
}

/** Reads the name in "my sister Lene". */
function readName(
  sentence: Sentence,
  { owner, isKin, nameStart, nameEnd, start }: Person,
): readonly PlacedFact[] {
  if (!isKin || nameEnd === nameStart || isTakenBefore(sentence.tokens, start)) return [];
  const [first, last] = [sentence.tokens[nameStart], sentence.tokens[nameEnd - 1]];
  const value = cutText(sentence.text, first, last);
  const quote = chooseQuote(sentence, sentence.tokens[start], last);
  return [{ owner, relation: 'name', value, quote, ends: undefined, at: first?.from ?? 0 }];
}

function listRules(word: string): readonly Rule[] {
  return rulesByWord.get(word)?.map(({ rule }) => rule) ?? [];
}

interface Reading {
  readonly owner: string;
  readonly tokens: readonly Token[];
  /** The index of the token with which a match must begin. */
  readonly start: number;
  /** How many of the tokens are not words of the sentence. */
  readonly added: number;
  /** The token at which a quote begins. */
  readonly from: Token | undefined;
  /** The place in the text that a match must reach across; if undefined, a match may be anywhere. */
  readonly across: number | undefined;
}

function readMatch(sentence: Sentence, rule: Rule, reading: Reading): readonly PlacedFact[] {
  const { owner, tokens, from, across } = reading;
  const match = findTold(rule, reading);
  if (match === undefined) return [];
  const last = tokens[match.toldEnd - 1];
  if (across !== undefined && !((from?.from ?? 0) < across && across < (last?.to ?? 0))) return [];
  const value = cutText(sentence.text, tokens[match.valueStart], last);
  const relation = match.word === undefined ? rule.relation : `${rule.relation} ${match.word}`;
  const at = tokens[match.valueStart]?.from ?? 0;
  const { ends, coming } = rule;
  const fact = { owner, relation, value, quote: chooseQuote(sentence, from, last), ends, coming, at };
  if (rule.isOver || rule.isBack) return [markLeft(fact, rule)];
  const place = [
    ...readPlaceOfWork(sentence, rule, reading, match.valueEnd),
    ...readAlone(sentence, rule, reading, match.valueEnd),
  ];
  const contrast = findContrast(tokens, match.valueEnd, tokens[match.valueStart - 1]?.word);
  if (contrast === undefined) return [fact, ...place];
  const other = cutText(sentence.text, tokens[contrast.start], tokens[contrast.end - 1]);
  const quote = chooseQuote(sentence, from, tokens[contrast.end - 1]);
  return [fact, ...place, { owner, relation, value: other, quote, ends: undefined, isOver: true, at }];
}

/** The match of a rule, if it really tells the rule's fact, with the place where the fact's value ends. */
function findTold(rule: Rule, reading: Reading) {
  const { tokens, start, added } = reading;
  const match = matchPattern(rule.pattern, tokens, start);
  if (match === undefined || match.valueStart < added || !isTold(rule, match, reading)) return undefined;
  const toldEnd = measureTold(tokens, match, rule);
  return toldEnd === undefined ? undefined : { ...match, toldEnd };
}

function markLeft(fact: PlacedFact, { isOver }: Rule): PlacedFact {
  return isOver ? { ...fact, isOver } : { ...fact, isBack: true };
}

/** Whether the words that match a rule really tell its fact. */
function isTold(
  rule: Rule,
  { valueStart, valueEnd: end, word }: PatternMatch,
  { tokens, start, across }: Reading,
): boolean {
  const { relation } = rule;
  if (!isStanding(tokens, { start, end, rule }) || isForToday(tokens, { start, end, relation })) return false;
  if (isSomethingElse(relation, tokens, { start: valueStart, end })) return false;
  // Somebody who "quit my job at the port" may have another job.
  if (relation === 'job' && rule.ends === 'workplace' && isOfNamedPlace(tokens, end)) return false;
  // A text that says that somebody no longer has an animal tells of a real pet.
  return across !== undefined || !isNoPet(tokens, { relation, isNamed: word !== undefined, start, end });
}

/** Words with which the next statement may begin. */
const joinedSubjects = toWordSet('and,but,i,we,he,she,they,you');

/** Reads that somebody lives alone, from words between commas after the home: "in York, on my own". */
function readAlone(
  sentence: Sentence,
  { relation }: Rule,
  { owner, tokens, from, across }: Reading,
  end: number,
): readonly PlacedFact[] {
  if (relation !== 'home' || across !== undefined) return [];
  const next = tokens.findIndex(({ word }, at) => at >= end && joinedSubjects.has(word));
  const own = tokens.slice(0, next < 0 ? tokens.length : next);
  const at = own.findIndex(
    (_, place) => place >= end && own[place - 1]?.isEnd === true && isAlone(own, place),
  );
  if (at < 0) return [];
  const last = own.find(({ isEnd }, place) => place >= at && isEnd) ?? own.at(-1);
  const value = cutText(sentence.text, own[at], last);
  const quote = chooseQuote(sentence, from, last);
  return [{ owner, relation: 'household', value, quote, ends: undefined, at: own[at]?.from ?? 0 }];
}

/** Reads where somebody works from the words after the job: "a nurse at York Hospital". */
function readPlaceOfWork(
  sentence: Sentence,
  { relation, pattern }: Rule,
  { owner, tokens, from }: Reading,
  at: number,
): readonly PlacedFact[] {
  const isPost = relation === 'job' && (pattern.value === 'post' || pattern.value === 'trade');
  const first = tokens[at];
  if (!isPost || first?.word !== 'at' || first.isEnd || tokens[at - 1]?.isEnd === true) return [];
  const length = measureValue('workplace', tokens, at + 1);
  const last = tokens[at + length];
  if (length === 0 || last === undefined) return [];
  const value = cutText(sentence.text, first, last);
  const quote = chooseQuote(sentence, from, last);
  return [{ owner, relation: 'workplace', value, quote, ends: undefined, at: first.from }];
}

/**
 * The words with which a match may begin; undefined if it may be any word. Nearly every pattern begins with `I` or
 * `my`, and need not be tried at other words.
 */
function listFirstWords(say: string): readonly string[] | undefined {
  const [first = ''] = say.split(' ');
  return /^[\p{Ll}|]+$/u.test(first) ? first.split('|') : undefined;
}

function chooseQuote({ text }: Sentence, first: Token | undefined, last: Token | undefined): string {
  return text.length <= longestQuote ? text : cutText(text, first, last);
}
