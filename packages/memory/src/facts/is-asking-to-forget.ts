// Tells whether somebody asks in plain English to have something forgotten, as in "Please forget what I said about Tom".
import { splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const verbs = toWordSet('forget,delete,erase');
const leads = toWordSet('please,now,and,so,then,just,also,but,kindly,ok,okay,well,to');
/** How a person may begin such a request, without the words of `leads`. */
const openings = toWordSet(
  ',can you,could you,will you,would you,i want you,i need you,i would like you,you must,you should,you can',
);
const things = toWordSet('what,whatever,that,about,all,everything,anything,the,my,our,this,these,those,i');
/** Without a word such as "please", these words only say that something does not matter. */
const idioms = toWordSet('it,that,this,about it,about that,about this,the whole thing,all about it');
/** After words such as `openings`: to forget, as a wish, or not to keep. */
const wished =
  /^(?:i would (?:rather|prefer (?:that|if)) you forgot) (?:what|that|about|all|everything|it|this)\b/u;
const unkept =
  /^(?:(?:can you|could you|will you|would you|i want you|i would like you|i would rather you|you must|you should) )?(?:do not|did not|not to|not|never) (?:hold on to|keep|remember|store|save) (?:that|this|it|any of (?:that|this|it)|(?:what|anything) i (?:said|told you)\b.*)$/u;
const idle = toWordSet('please,now,and,so,then,just,also,but,kindly,ok,okay,well');
const saying = /^(?:what|whatever|everything|all|anything) (?:that )?i |\b(?:memory|message|moment)s?\b/u;

export function isAskingToForget(text: string): boolean {
  return splitSentences(text.slice(0, longestRead)).some(
    ({ tokens }) =>
      tokens.some((token, at) => verbs.has(token.word) && isRequest(tokens, at)) ||
      listClauses(tokens).some((clause) => wished.test(clause) || unkept.test(clause)),
  );
}

/** The clauses of a sentence in small letters, each without words such as "please". */
function listClauses(tokens: readonly Token[]): readonly string[] {
  const clauses: string[][] = [[]];
  for (const { word, isEnd } of tokens) {
    if (!idle.has(word)) clauses.at(-1)?.push(word);
    if (isEnd) clauses.push([]);
  }
  return clauses.map((words) => words.join(' '));
}

function isRequest(tokens: readonly Token[], at: number): boolean {
  const start = tokens.findLastIndex(({ isEnd }, index) => index < at && isEnd) + 1;
  const before = tokens.slice(start, at).map(({ word }) => word);
  const opening = before.filter((word) => !leads.has(word)).join(' ');
  if (!openings.has(opening)) return false;
  const length = tokens.slice(at).findIndex(({ isEnd }) => isEnd);
  const end = length === -1 ? tokens.length : at + length + 1;
  const behind = tokens.slice(at + 1, end).map(({ word }) => word);
  if (tokens[at]?.word !== 'forget') return saying.test(behind.join(' '));
  if (idioms.has(behind.join(' '))) return before.includes('please');
  return things.has(behind[0] ?? '');
}
