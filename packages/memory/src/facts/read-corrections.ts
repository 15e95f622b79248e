// Reads a correction: "I'm not allergic to mussels after all, it's prawns" denies one value and tells another.
import type { KnownPeople } from './find-people.ts';
import { isSure } from './is-sure.ts';
import type { Sentence, Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

export interface Correction {
  /** The sentence without the words that tell the other value, and without who says so. */
  readonly denial: Sentence;
  /** The words of the value that is true instead. */
  readonly value: readonly Token[];
}

/** The maximum number of words between the denial and "it is": "the doctor says", "as it turns out". */
const mostLead = 6;
const mostValue = 6;
const reporting = toWordSet(
  'says,said,thinks,thought,reckons,found,confirmed,tells,told,me,us,that,believes',
);
const leading = toWordSet(
  'but,and,so,actually,apparently,really,rather,instead,turns,turned,out,it,in,fact,truth,no,well,as,now,nowadays,today,these,days,lately,since,then',
);
const adverbs = toWordSet('actually,really,only,just,rather,in,fact,apparently,mostly,mainly,simply');
const subjects = toWordSet('it,that,they');
/** Words with which a remark on the whole matter begins: "it's fine", "it's a relief". */
const remarks = toWordSet(
  'a,an,so,very,too,not,no,such,all,fine,ok,okay,good,great,true,false,nice,over,gone,better,worse,weird,odd,strange,funny,late,early,hard,easy,bad,sad,silly,clear,sure,official,safe,time,because,why,how,what,when,where,like,my,your,his,her,their,our,about,up,just,only,me,him,them,us,you,this,that,there,here,' +
    'quite,pretty,somewhat,more,most,less,still,also,even,almost,always,never,often,sometimes,already,both,kind,sort,been,got,become',
);
const adjective = /(?:ed|ing|ful|able|ible|ous|ive|ical|ary)$/u;
/** Most words with this ending only say how the next word is meant: "mostly psychological". */
const manner = /ly$/u;

/** Finds what a sentence denies and the value that is true instead; undefined if it does not tell both. */
export function findCorrection(said: Sentence): Correction | undefined {
  const sentence = { ...said, tokens: replaceFormer(said.tokens) };
  const { tokens } = sentence;
  const not = tokens.findIndex(({ word }) => word === 'not');
  if (not < 0) return undefined;
  const at = tokens.findIndex((_, place) => place > not + 1 && isInstead(tokens, place));
  const close = at < 0 ? -1 : tokens.findLastIndex((_, place) => place < at && isClosed(tokens, place));
  if (close <= not || !isLead(tokens.slice(close + 1, at))) return undefined;
  const start = skipAdverbs(tokens, at + 2);
  const last = tokens.findIndex(({ isEnd }, place) => place >= start && isEnd);
  const end = last < 0 ? tokens.length : last + 1;
  const value = tokens.slice(start, end);
  if (!isValue(value, tokens.slice(not, close + 1)) || !isSure({ ...sentence, tokens: value }))
    return undefined;
  const denied = tokens
    .slice(0, close + 1)
    .map((token, place) => ({ ...token, isEnd: token.isEnd || place === close }));
  return { denial: { ...sentence, tokens: [...denied, ...tokens.slice(end)] }, value };
}

/** Joins a denial with the next sentence if that says what is true instead: "I'm not allergic to cats. It's dust." */
export function joinCorrections(sentences: readonly Sentence[], text: string): readonly Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const former = joined.at(-1);
    const both = former === undefined ? undefined : joinSentences(former, sentence);
    const isOne = both !== undefined && text.includes(both.text) && findCorrection(both) !== undefined;
    if (isOne) joined.pop();
    joined.push(isOne ? both : sentence);
  }
  return joined.map(readOwnThing);
}

const things = toWordSet('job,work,office');

/** "The job is in Malmö, not Lund" corrects what was said of the speaker's own job: the word "the" is read as "my". */
function readOwnThing(sentence: Sentence): Sentence {
  const { tokens } = sentence;
  const at = tokens.findIndex(
    ({ word }, place) => word === 'the' && !tokens[place]?.isEnd && things.has(tokens[place + 1]?.word ?? ''),
  );
  const not = tokens.findIndex(({ word }, place) => word === 'not' && tokens[place - 1]?.isEnd === true);
  const isCorrecting = at >= 0 && tokens[at + 2]?.word === 'is' && not > at + 3;
  return isCorrecting
    ? {
        ...sentence,
        isOfOwnThing: true,
        tokens: tokens.map((token, place) => (place === at ? { ...token, word: 'my' } : token)),
      }
    : sentence;
}

/**
 * Whether the words mean a person where a place was denied: "I don't live in Leeds, it's Tom", if Tom is known, or
 * "it's Ada who does".
 */
export function isPersonForPlace(value: readonly Token[], relation: string, known: KnownPeople): boolean {
  if (relation !== 'home' && relation !== 'workplace') return false;
  return known.has(value[0]?.word ?? '') || value.some(({ word }) => word === 'who');
}

function joinSentences(former: Sentence, next: Sentence): Sentence | undefined {
  const isPossible =
    former.tokens.some(({ word }) => word === 'not' || word === 'used') && isInsteadAhead(next.tokens);
  if (!isPossible || former.isQuestion || next.isQuestion) return undefined;
  const shift = former.text.length + 1;
  const tokens = [
    ...former.tokens.map((token, at) =>
      at === former.tokens.length - 1 ? { ...token, isEnd: true } : token,
    ),
    ...next.tokens.map((token) => ({ ...token, from: token.from + shift, to: token.to + shift })),
  ];
  return { text: `${former.text} ${next.text}`, isQuestion: false, tokens };
}

function isInsteadAhead(tokens: readonly Token[]): boolean {
  return tokens.slice(0, mostLead).some((_, at) => isInstead(tokens, at));
}

const being: Readonly<Record<string, string>> = { i: 'am', we: 'are', they: 'are' };

/** Turns the first "used to be" into a denial: "my favourite book used to be Dune, now it's …" denies "Dune". */
function replaceFormer(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    ({ word }, place) =>
      word === 'used' && tokens[place + 1]?.word === 'to' && tokens[place + 2]?.word === 'be',
  );
  const [used, to, be] = tokens.slice(Math.max(0, at), at + 3);
  if (at < 1 || used === undefined || to === undefined || be === undefined) return tokens;
  const verb = { ...used, word: being[tokens[at - 1]?.word ?? ''] ?? 'is' };
  const not = { ...to, word: 'not', to: be.to, isEnd: be.isEnd };
  return [...tokens.slice(0, at), verb, not, ...tokens.slice(at + 3)];
}

function isClosed(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.isEnd === true || tokens[at + 1]?.word === 'but';
}

/** Whether "it is", "that is" or "they are" begins here. */
function isInstead(tokens: readonly Token[], at: number): boolean {
  const [subject, verb] = [tokens[at], tokens[at + 1]?.word];
  if (subject === undefined || subject.isEnd || !subjects.has(subject.word)) return false;
  return verb === (subject.word === 'they' ? 'are' : 'is');
}

/** Whether these words only lead to the true value, as "actually" does, or say who told it. */
function isLead(tokens: readonly Token[]): boolean {
  if (tokens.length > mostLead) return false;
  const isReport = tokens.some(({ word }) => reporting.has(word));
  const last = tokens.at(-1);
  return isReport
    ? last !== undefined && reporting.has(last.word)
    : tokens.every(({ word }) => leading.has(word));
}

function skipAdverbs(tokens: readonly Token[], from: number): number {
  let at = from;
  while (adverbs.has(tokens[at]?.word ?? '')) at += 1;
  return at;
}

/** Whether these can be the words of a value: a remark on the denial is none. */
function isValue(value: readonly Token[], denied: readonly Token[]): boolean {
  const [first] = value;
  if (first === undefined || value.length > mostValue) return false;
  const isOfOneKind = denied.some(({ word }) => word === first.word);
  if (remarks.has(first.word) && !isOfOneKind) return false;
  return first.isCapital || !(value.length > 1 ? manner : adjective).test(first.word);
}
