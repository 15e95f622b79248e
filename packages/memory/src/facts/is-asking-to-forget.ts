// Tells whether somebody asks in plain English to have something forgotten, as in "Please forget what I said about Tom".
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const verbs = toWordSet('forget,delete,erase');
/** Words that say nothing about what is asked. */
const idle = toWordSet('please,now,and,so,then,just,also,but,kindly,ok,okay,well');
/** How a person may begin to ask somebody for something, without the words of `idle`. */
const asking =
  'can you,could you,will you,would you,i want you,i need you,i would like you,you must,you should';
/**
 * How a request to forget may begin, without the words of `idle` and "to". If nothing comes before the verb, it is a
 * command.
 */
const openings = toWordSet(`,${asking},you can`);
const things = toWordSet('what,whatever,that,about,all,everything,anything,the,my,our,this,these,those,i');
/**
 * After "forget", these words only say that something does not matter, as in "forget it", unless "please" comes
 * before.
 */
const idioms = toWordSet('it,that,this,about it,about that,about this,the whole thing,all about it');
const keeping = 'hold on to|keep|store|save';
const kept = String.raw`(?:that|this|it|any of (?:that|this|it)|(?:what|anything) i (?:said|told you)\b.*)`;
/** A wish that something be forgotten. */
const wished =
  /^(?:i would (?:rather|prefer (?:that|if)) you forgot) (?:what|that|about|all|everything|it|this)\b/u;
/** A wish that something not be kept: "could you not save that". */
const unkept = new RegExp(
  `^(?:${asking.replaceAll(',', '|')}|i would rather you) (?:do not|did not|not to|not|never) (?:remember|${keeping}) ${kept}$`,
  'u',
);
/** A command not to keep something, such as "do not save that". */
const command = new RegExp(`^do not (?:${keeping}) ${kept}$`, 'u');
const politeCommand = new RegExp(`^(?:do not|never) (?:remember|${keeping}) ${kept}$`, 'u');
/** Words before a command which show that somebody only tells of something, or is sorry. */
const telling = toWordSet('i,we,you,he,she,it,they,that,this,what,sorry,apologies,apologise,pardon,excuse');
/**
 * What a request to delete or erase must be about, such as what somebody said or a message: "delete my account" and
 * "erase the board" ask for nothing to be forgotten.
 */
const sayings = /^(?:what|whatever|everything|all|anything) (?:that )?i |\b(?:memory|message|moment)s?\b/u;

/** Most texts have none of these words, so they need not be parsed. */
const spoken = /forg[eo]t|delet|eras|remember|keep|store|save|hold/iu;

export function isAskingToForget(text: string): boolean {
  if (!spoken.test(text)) return false;
  return splitSentences(text.slice(0, longestRead)).some(
    ({ tokens }) =>
      tokens.some((token, at) => verbs.has(token.word) && isRequest(tokens, at)) ||
      listClauses(tokens).some((clause, at, all) => isWish(clause, at, all)),
  );
}

/** The text without the sentences that ask to have something forgotten. */
export function cutForgetting(text: string): string {
  const asking = splitSentences(text.slice(0, longestRead)).filter(({ text: one }) => isAskingToForget(one));
  if (asking.length === 0) return text;
  let [rest, reached] = ['', 0];
  for (const { text: one } of asking) {
    const at = text.indexOf(one, reached);
    rest += text.slice(reached, at);
    reached = at + one.length + (/^[^\S\n]*/u.exec(text.slice(at + one.length))?.[0].length ?? 0);
  }
  return (rest + text.slice(reached)).trim();
}

const aboutForgetting =
  /(?<![\p{L}\p{N}])(?:please|kindly|can|could|will|would|you|must|should|want|need|now|and|so|then|just|also|but|to|forget|delete|erase|keep|store|save|what|whatever|everything|anything|all|that|this|those|it|i|we|said|say|told|tell|wrote|mentioned|have|had|about|of|the|my|our|message|moment|memory)s?(?![\p{L}\p{N}])|['’]ve(?!\p{L})/giu;

/**
 * Words with which a reason may begin after the topic: "the loaves because …" or, with a subject, "the loaves, I'm
 * ashamed of it".
 */
const reasons = toWordSet('because,since,as,cause');
const subjects = toWordSet('i,it,that,this,we,he,she,they,you,there,please,thanks,thank,sorry');

/**
 * The words that tell what a message asks to have forgotten. Empty if it only points at it, as in "forget that", or
 * does not ask for it.
 */
export function stripForgetting(text: string): string {
  const asked = splitSentences(text.slice(0, longestRead)).find(({ text: one }) => isAskingToForget(one));
  if (asked === undefined) return '';
  return cutTopic(asked)
    .replace(aboutForgetting, ' ')
    .replaceAll(/[\s.,!?–—]+/gu, ' ')
    .trim();
}

/** The words from the request on, up to its reason: nobody would find a moment by the words of the reason. */
function cutTopic({ text, tokens }: Sentence): string {
  const start = Math.max(
    0,
    tokens.findIndex((token, at) => verbs.has(token.word) && isRequest(tokens, at)),
  );
  const end = tokens.findIndex(({ word }, at) => {
    if (at <= start + 1) return false;
    // Except after "because", a reason needs a subject: "since Monday" and "as a child" belong to the topic.
    const isReason = word === 'because' || (reasons.has(word) && subjects.has(tokens[at + 1]?.word ?? ''));
    return isReason || (tokens[at - 1]?.isEnd === true && subjects.has(word));
  });
  return text.slice(tokens[start]?.from ?? 0, end < 0 ? text.length : tokens[end]?.from);
}

interface Clause {
  /** The words in small letters, without words such as "please". */
  readonly text: string;
  readonly isPolite: boolean;
}

function isWish({ text, isPolite }: Clause, at: number, all: readonly Clause[]): boolean {
  if (wished.test(text) || unkept.test(text)) return true;
  // The clause beside this one may be nothing but "please": "Do not remember that, please."
  const isAsked = [all[at - 1], all[at + 1]].some((one) => one?.text === '' && one.isPolite);
  if (isPolite || isAsked) return politeCommand.test(text);
  if (!command.test(text)) return false;
  return !all.slice(0, at).some((one) => one.text.split(' ').some((word) => telling.has(word)));
}

function listClauses(tokens: readonly Token[]): readonly Clause[] {
  const clauses: string[][] = [[]];
  for (const { word, isEnd } of tokens) {
    clauses.at(-1)?.push(word);
    if (isEnd) clauses.push([]);
  }
  return clauses.map((words) => ({
    text: words.filter((word) => !idle.has(word)).join(' '),
    isPolite: words.includes('please') || words.includes('kindly'),
  }));
}

function isRequest(tokens: readonly Token[], at: number): boolean {
  const start = tokens.findLastIndex(({ isEnd }, index) => index < at && isEnd) + 1;
  const before = tokens.slice(start, at).map(({ word }) => word);
  const opening = before.filter((word) => !idle.has(word) && word !== 'to').join(' ');
  if (!openings.has(opening)) return false;
  const length = tokens.slice(at).findIndex(({ isEnd }) => isEnd);
  const end = length === -1 ? tokens.length : at + length + 1;
  const behind = tokens.slice(at + 1, end).map(({ word }) => word);
  if (tokens[at]?.word !== 'forget') return sayings.test(behind.join(' '));
  if (idioms.has(behind.join(' '))) return before.includes('please');
  return things.has(behind[0] ?? '');
}
