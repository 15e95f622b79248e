// Measures how many words, from a given word on, say with whom somebody lives: "my sister Kirsty and two cats".
import patterns from './fact-patterns.json' with { type: 'json' };
import { isPersonWord } from './find-people.ts';
import { isOwner } from './is-owner.ts';
import { isPhraseAt } from './is-phrase-at.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const company = toWordSet(
  `${patterns.company},${patterns.lists.partner},${patterns.lists.pet},${patterns.lists.kins}`,
);
const notNames = toWordSet(patterns.notNames);
const stops = toWordSet(`${patterns.stops},${patterns.pronouns},in,at,near,on,by`);
const determiners = toWordSet('a,an,the,my,our,her,his,their,two,three,four,five,six');
const mostWords = 10;

/** Returns 0 if the words name nobody. */
export function measureCompany(tokens: readonly Token[], start: number): number {
  let at = start;
  let isKnown = false;
  while (at < start + mostWords) {
    const end = measureOne(tokens, at);
    if (end === at) break;
    isKnown ||= isNamed(tokens[at]) || tokens.slice(at, end).some(isSomebody);
    at = end;
    const isJoined = tokens[at]?.word === 'and' && tokens[at - 1]?.isEnd === false;
    if (!isJoined || measureOne(tokens, at + 1) === at + 1 || isSubject(tokens, at + 1)) break;
    at += 1;
  }
  return isKnown ? at - start : 0;
}

/** Whether the words after "and" begin another statement, as in "with my dog and my brother lives in Leeds". */
function isSubject(tokens: readonly Token[], start: number): boolean {
  const end = measureOne(tokens, start);
  const [former, last] = [tokens[end - 2], tokens[end - 1]];
  if (former === undefined || last === undefined || end - start < 2 || last.isEnd) return false;
  return isSomebody(former) && !isSomebody(last) && !isNamed(last);
}

/** Finds the end of the words at `start` that name one person, or several of a kind; `start` if there are none. */
function measureOne(tokens: readonly Token[], start: number): number {
  const first = tokens[start];
  if (first === undefined || !(determiners.has(first.word) || isNamed(first))) return start;
  let at = start + 1;
  while (at < tokens.length && tokens[at - 1]?.isEnd === false && isPart(tokens, at, isNamed(first))) at += 1;
  if (isNamed(first) && isOwner(tokens, at)) return measureOwned(tokens, at + 1);
  return at === start + 1 && !isNamed(first) ? start : at;
}

/** Finds the end of the words for a relative or friend of a named person: "brother" in "Jonas's brother". */
function measureOwned(tokens: readonly Token[], start: number): number {
  let at = start;
  while (at < tokens.length && isPart(tokens, at, false) && (at === start || tokens[at - 1]?.isEnd === false))
    at += 1;
  return at;
}

/** Whether the word belongs to the person before it. A name goes on only with words that have a capital letter. */
function isPart(tokens: readonly Token[], at: number, isName: boolean): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return isName ? isNamed(token) : !stops.has(token.word);
}

function isNamed(token: Token | undefined): boolean {
  return token?.isCapital === true && token.word !== 'i' && !notNames.has(token.word);
}

function isSomebody({ word }: Token): boolean {
  return company.has(word) || isPersonWord(word);
}

const aloneWords = ['alone', 'all alone', 'on my own', 'all on my own', 'by myself'].map((words) =>
  words.split(' '),
);

/** Whether the rest of the clause is nothing but words such as "on my own". */
export function isAlone(tokens: readonly Token[], at: number): boolean {
  return aloneWords.some((words) => {
    const end = at + words.length;
    return isPhraseAt(tokens, words, at) && (tokens[end - 1]?.isEnd === true || end === tokens.length);
  });
}
