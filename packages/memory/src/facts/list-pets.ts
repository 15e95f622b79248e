// Reads several animals in one sentence: "I have a dog called Max and a cat called Pepper" tells of both.
import patterns from './fact-patterns.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import type { Clause } from './list-clauses.ts';
import type { Sentence, Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const pets = toWordSet(patterns.lists.pet);
const adverbs = toWordSet(patterns.lists.adverb);
const notNames = toWordSet(`${patterns.notNames},${patterns.pronouns},${patterns.stops},i`);
const joints = toWordSet('and,also,plus');
const having = toWordSet('have,got,own,adopted');
const one = toWordSet('a,an,another');
const several = toWordSet('two,three,four');
const naming = toWordSet('called,named,whose');
const own = toWordSet('my,our');
const mostAttributes = 2;

/**
 * Joins names to their animals in "a dog, Max, and a cat, Pepper" and "two cats, Pepper and Salt". A single name
 * after a comma may be that of the person spoken to: "I have a cat, Anna".
 */
export function joinPetNames(sentence: Sentence): Sentence {
  const { tokens } = sentence;
  const apart = tokens.flatMap(({ word, isEnd }, at) =>
    pets.has(word) && isEnd && isNamedApart(tokens, at + 1) ? [at] : [],
  );
  const isSure = apart.length > 1 || apart.some((at) => isPair(tokens, at + 1));
  if (!isSure) return sentence;
  const places = new Set(apart);
  return {
    ...sentence,
    tokens: tokens.map((token, at) => (places.has(at) ? { ...token, isEnd: false } : token)),
  };
}

function isName(token: Token | undefined): boolean {
  return token?.isCapital === true && !notNames.has(token.word);
}

function isNamedApart(tokens: readonly Token[], at: number): boolean {
  if (!isName(tokens[at])) return false;
  const next = tokens[at + 1];
  return tokens[at]?.isEnd === true || next === undefined || next.word === 'and';
}

function isPair(tokens: readonly Token[], at: number): boolean {
  const isOpen = isName(tokens[at]) && tokens[at]?.isEnd === false && tokens[at + 1]?.word === 'and';
  return isOpen && isName(tokens[at + 2]) && isOver(tokens, at + 2);
}

function isOver(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.isEnd === true || tokens[at + 1] === undefined || tokens[at + 1]?.word === 'and';
}

/** Repeats "I have" before each further animal, so that each can be read by itself. */
export function listPetClauses(tokens: readonly Token[], clauses: readonly Clause[]): readonly Clause[] {
  const ofSpeaker = tokens.flatMap((subject, start): readonly Clause[] =>
    subject.word === 'i' || subject.word === 'we'
      ? [{ owner: '', tokens: tokens.slice(start), added: 0, start, subject }]
      : [],
  );
  return [...ofSpeaker, ...clauses].flatMap(expandClause);
}

function expandClause(clause: Clause): readonly Clause[] {
  const { tokens, added, start } = clause;
  const verb = findHaving(tokens);
  if (verb === undefined) return [];
  const lead = tokens.slice(0, verb + 1);
  return tokens.flatMap((_, at) => {
    if (at <= verb + 1 || !isClauseStart(tokens, at, joints) || !isPet(tokens, at)) return [];
    return [
      { ...clause, tokens: [...lead, ...tokens.slice(at)], added: lead.length, start: start + at - added },
    ];
  });
}

/** The place of the verb in "I have", "we have also got" and "I own"; undefined for other words. */
function findHaving(tokens: readonly Token[]): number | undefined {
  if (tokens[0]?.word !== 'i' && tokens[0]?.word !== 'we') return undefined;
  let at = 1;
  while (adverbs.has(tokens[at]?.word ?? '')) at += 1;
  if (!having.has(tokens[at]?.word ?? '')) return undefined;
  return having.has(tokens[at + 1]?.word ?? '') ? at + 1 : at;
}

/** Whether a member of a list begins here that is an animal, such as "a cat" or "a cat called Pepper". */
function isPet(tokens: readonly Token[], start: number): boolean {
  const word = tokens[start]?.word ?? '';
  if (!one.has(word) && !several.has(word)) return false;
  const reach = tokens.slice(start + 1, start + 2 + mostAttributes);
  const length = reach.findIndex((token) => pets.has(token.word));
  if (length < 0 || reach.slice(0, length).some(({ isEnd }) => isEnd)) return false;
  const at = start + 1 + length;
  const next = tokens[at + 1];
  return (
    isOver(tokens, at) ||
    isName(next) ||
    (naming.has(next?.word ?? '') && !own.has(tokens[at + 2]?.word ?? ''))
  );
}
