// Lists what somebody is allergic to if another clause names it: "Careful with walnuts: I'm allergic".
import words from './allergy-words.json' with { type: 'json' };
import patterns from './fact-patterns.json' with { type: 'json' };
import { isCalled } from './find-people.ts';
import type { Clause, Clauses } from './list-clauses.ts';
import type { Sentence, Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const toPhrases = (list: string) => list.split(',').map((phrase) => phrase.split(' '));
const cues = toPhrases(words.cues);
/** Words for liking something in spite of an allergy to it: "I love cats, but I'm allergic". */
const fondCues = toPhrases(words.fondCues);
const degrees = toWordSet(`${words.degrees},${patterns.lists.adverb}`);
const [skipped, pointing, joints, noThings] = [
  toWordSet(words.skipped),
  toWordSet(words.pointing),
  toWordSet(words.joints),
  toWordSet(words.noThings),
];
const stops = toWordSet(
  `${patterns.stops},${patterns.pronouns},please,thanks,thank,in,on,at,of,near,into,inside,today,tonight`,
);
const pronouns: ReadonlySet<string> = new Set(['she', 'he', 'they']);
const taking = toWordSet(`${patterns.negation},think,believe,guess,sure`);
const mostWords = 3;
const mostListed = 8;

/** A place where a sentence says that somebody is allergic, but not to what. */
interface Bare {
  readonly owner: string;
  readonly start: number;
  /** The place after "allergic", or after "allergic to them". */
  readonly end: number;
}

/** Turns "Careful with walnuts: I'm allergic" into the clause "I am allergic to walnuts". */
export function listBareAllergies(
  { tokens }: Sentence,
  told: Pick<Clauses, 'clauses' | 'last'>,
): readonly Clause[] {
  return listBare(tokens, told).flatMap((bare): readonly Clause[] => {
    const thing = findThing(tokens, bare);
    const subject = tokens[Math.min(bare.start, thing?.start ?? 0)];
    const own = tokens[bare.start];
    if (thing === undefined || subject === undefined || own === undefined) return [];
    const added = ['i', 'am', 'allergic', 'to'].map(
      (word): Token => ({ ...own, word, isCapital: false, isEnd: false }),
    );
    const named = tokens.slice(thing.start, thing.end);
    const closed = named.map((token, at) => (at === named.length - 1 ? { ...token, isEnd: true } : token));
    return [
      { owner: bare.owner, tokens: [...added, ...closed], added: added.length, start: bare.start, subject },
    ];
  });
}

function listBare(
  tokens: readonly Token[],
  { clauses, last }: Pick<Clauses, 'clauses' | 'last'>,
): readonly Bare[] {
  const own = tokens.flatMap(({ word }, start): readonly Bare[] =>
    word === 'i' && tokens[start + 1]?.word === 'am'
      ? buildBare(tokens, { owner: '', start, at: start + 2 })
      : [],
  );
  const others = clauses
    .filter(({ owner, tokens: told }) => owner !== '' && told[0]?.word === 'i' && told[1]?.word === 'am')
    .flatMap(({ owner, start, added }) => buildBare(tokens, { owner, start, at: start + 2 - added }));
  const starts = new Set(others.map(({ start }) => start));
  const meant = tokens.flatMap(({ word }, start): readonly Bare[] => {
    const isMeant = last !== undefined && pronouns.has(word) && isCalled(last, word);
    const verb = tokens[start + 1]?.word;
    if (!isMeant || starts.has(start + 1) || (verb !== 'is' && verb !== 'are')) return [];
    return buildBare(tokens, { owner: last, start, at: start + 2 });
  });
  return [...own, ...others, ...meant];
}

interface Place {
  readonly owner: string;
  readonly start: number;
  /** The place of "allergic", or of an adverb before it. */
  readonly at: number;
}

function buildBare(tokens: readonly Token[], { owner, start, at }: Place): readonly Bare[] {
  let end = at;
  while (degrees.has(tokens[end]?.word ?? '')) end += 1;
  if (tokens[end]?.word !== 'allergic' || isTaken(tokens, start)) return [];
  end += 1;
  const isPointing = tokens[end]?.word === 'to' && pointing.has(tokens[end + 1]?.word ?? '');
  if (isPointing && tokens[end - 1]?.isEnd === false) end += 2;
  const next = tokens[end];
  const isOver = tokens[end - 1]?.isEnd === true || next === undefined || joints.has(next.word);
  return isOver ? [{ owner, start, end }] : [];
}

/** Whether an earlier word in the clause takes the statement back: "I don't think I'm allergic". */
function isTaken(tokens: readonly Token[], start: number): boolean {
  const before = tokens.slice(0, start);
  const clause = before.findLastIndex(({ isEnd, word }) => isEnd || joints.has(word));
  return before.slice(clause + 1).some(({ word }) => taking.has(word));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The thing in the last warning before the allergy, as in "careful with walnuts", or else in the first one after it.
 * If "but" comes before "I'm allergic", words such as "I love cats" count as a warning too.
 */
function findThing(tokens: readonly Token[], { start, end }: Bare): Range | undefined {
  const places = tokens.map((_, at) => at);
  const before = places.slice(0, start).reverse();
  const isBut = tokens[start - 1]?.word === 'but';
  for (const at of [...before, ...places.slice(end)]) {
    const phrase = [...cues, ...(isBut ? fondCues : [])].find((one) => isPhraseAt(tokens, one, at));
    const thing = phrase === undefined ? undefined : measureThing(tokens, at + phrase.length);
    if (thing !== undefined && (thing.end <= start || thing.start >= end)) return thing;
  }
  return undefined;
}

function isPhraseAt(tokens: readonly Token[], phrase: readonly string[], start: number): boolean {
  return phrase.every((word, next) => {
    const token = tokens[start + next];
    return token?.word === word && !token.isEnd;
  });
}

function measureThing(tokens: readonly Token[], from: number): Range | undefined {
  let start = from;
  while (skipped.has(tokens[start]?.word ?? '') && tokens[start]?.isEnd === false) start += 1;
  const length = countListed(tokens, start) || countPlain(tokens, start);
  const named = tokens.slice(start, start + length);
  const isThing = named.length > 0 && !named.some(({ word, isCapital }) => noThings.has(word) || isCapital);
  return isThing ? { start, end: start + length } : undefined;
}

/** How many words from here on are a list such as "nuts, eggs or milk". */
function countListed(tokens: readonly Token[], start: number): number {
  const rest = tokens.slice(start, start + mostListed);
  const at = rest.findIndex(({ word }) => word === 'or' || word === 'and');
  const isList =
    at > 1 &&
    rest.slice(0, at).every(({ word, isEnd }, place) => !stops.has(word) && (isEnd || place === at - 1));
  const last = rest[at + 1];
  return isList && last !== undefined && !stops.has(last.word) && !noThings.has(last.word) ? at + 2 : 0;
}

/** How many words from here on may name a thing; "or" and "and" may join one more. */
function countPlain(tokens: readonly Token[], start: number): number {
  let length = 0;
  for (const { word, isEnd } of tokens.slice(start, start + mostWords)) {
    if (stops.has(word)) break;
    length += 1;
    if (isEnd) return length;
  }
  const [joint, other] = tokens.slice(start + length, start + length + 2);
  const isJoined = length > 0 && (joint?.word === 'and' || joint?.word === 'or') && other !== undefined;
  return isJoined && !stops.has(other.word) ? length + 2 : length;
}
