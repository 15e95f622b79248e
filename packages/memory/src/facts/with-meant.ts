// Adds to a plan whom a pronoun in it means, if the sentence in which it was said tells that: “her party (my sister Maja)”.

import { monthWords } from '../events/date-words.ts';
import { findPeople, isCalled, type KnownPeople, type Person } from './find-people.ts';
import { splitSentences, type Token } from './split-sentences.ts';

const longestRead = 4_000;
const pronouns: ReadonlyMap<string, string> = new Map([
  ...['she', 'her', 'hers'].map((word) => [word, 'she'] as const),
  ...['he', 'him', 'his'].map((word) => [word, 'he'] as const),
]);

/**
 * The plan with the words for the person behind it. Without a change if the plan names somebody itself, if it has no
 * pronoun or two that differ, or if the words of the sentence before the plan name nobody or several who may be meant,
 * such as somebody with another name, or somebody of theirs (`my sister's friend`).
 */
export function withMeant(plan: string, said: string, known: KnownPeople): string {
  const sentence = splitSentences(said.slice(0, longestRead)).find(({ text }) => text.includes(plan));
  if (sentence === undefined) return plan;
  const { text, tokens } = sentence;
  const start = text.indexOf(plan);
  const within = tokens.filter(({ from, to }) => from >= start && to <= start + plan.length);
  const meant = new Set(within.flatMap(({ word }) => pronouns.get(word) ?? []));
  const [pronoun] = meant;
  if (pronoun === undefined || meant.size > 1 || findPeople(within, new Map(known)).length > 0) return plan;
  const before = tokens.filter(({ to }) => to <= start);
  const people = findPeople(before, new Map(known)).filter(({ owner }) => isCalled(owner, pronoun));
  const [person] = people;
  const isOne = new Set(people.map(({ owner }) => owner)).size === 1;
  if (person === undefined || !isOne || hasOthers(text, before, people)) return plan;
  return `${plan} (${quotePerson(text, before, person)})`;
}

/** Whether the words name somebody else too: by a capital within the sentence, or by whose they are. */
function hasOthers(text: string, tokens: readonly Token[], people: readonly Person[]): boolean {
  const isOwner = people.some(({ end }) => possessive.test(text.slice(tokens[end - 1]?.to)));
  const isOther = ({ isCapital, word }: Token, at: number) =>
    isCapital && at > 0 && !dateWord.test(word) && !people.some(({ start, end }) => at >= start && at < end);
  return isOwner || tokens.some(isOther);
}

/** Not the end of “my sister's ill,” and “my sister's coming”, which stands for “is”. */
const possessive = /^['’]s (?!(?:an?|the|not|in|at|on|so|very|\p{L}+ing)\b|\p{L}+(?:[,.;:]|$))/u;
const dateWord = new RegExp(`^(?:i|(?:mon|tues|wednes|thurs|fri|satur|sun)day|${monthWords})$`, 'u');

function quotePerson(text: string, tokens: readonly Token[], { start, end }: Person): string {
  const words = text.slice(tokens[start]?.from, tokens[end - 1]?.to);
  return words.replace(/^(?:My|Our)\b/u, (own) => own.toLowerCase());
}

const meantEnd = / \([^()]{1,200}\)$/u;

/** The plan as it was said, without the person whom `withMeant` added. */
export function stripMeant(plan: string): string {
  return plan.replace(meantEnd, '');
}
