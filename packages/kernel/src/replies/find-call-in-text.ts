// Finds where in a text a call of a known tool begins, and how much of an unfinished text is certainly not part of a call.

import { listNamedCalls } from './read-calls-in-text.ts';
import { findWrittenCall, measureUncalled } from './read-written-calls.ts';

/** The characters that may precede the name of a called tool (the lead). */
const lead =
  /(?:(?:<\|[a-z]{1,20}\|>[a-z ]{0,30}){1,3}to=(?:functions\.)?|\bto=(?:functions\.)?|(?:\bprint\(\s{0,4})?\b(?:functions|tools|default_api)\.|\bprint\(\s{0,4}|(?:<(?:\w{1,20}:)?function_calls>\s{0,8})?<(?:\w{1,20}:)?invoke\s{1,4}name\s{0,4}=\s{0,4}"?|\baction\s{0,4}:[\s*`]{0,6})$/i;
/** An opening fence, which may precede the lead. */
const fence = /`{3}\w{0,20}\s{0,8}$/;
const longestLead = 160;

/** The position at which the first call of one of the tools begins; undefined if the text contains no call. */
export function findCallInText(text: string, tools: readonly string[]): number | undefined {
  const [named] = listNamedCalls(text, tools);
  const starts = [findWrittenCall(text), named && cutLead(text, named.at)].filter((at) => at !== undefined);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function cutLead(text: string, at: number): number {
  const from = Math.max(0, at - longestLead);
  const before = text.slice(from, at).replace(lead, '').replace(fence, '');
  return from + before.length;
}

const leadWords = [
  '<|',
  '<invoke',
  '<function_calls',
  'to=functions.',
  'functions.',
  'tools.',
  'default_api.',
  'print(',
  'action:',
];
const leadStart =
  /<\|[a-z]|<(?:\w{1,20}:)?(?:invoke|function_calls)\b|\bto=functions\.|\b(?:functions|tools|default_api)\.|\bprint\(|\baction\s{0,4}:|`{3}/i;
/** The last letters of an unfinished text, which may become a lead or a name. */
const lastLetters = /[<|\w=.(:]{1,24}$/;

/** How many characters of an unfinished text are certainly not part of a call of one of the tools. */
export function measureUncalledBy(text: string, tools: readonly string[]): number {
  const from = Math.max(0, text.length - longestLead);
  const opened = text.slice(from).search(leadStart);
  return Math.min(
    measureUncalled(text),
    findCallInText(text, tools) ?? text.length,
    opened === -1 ? text.length : from + opened,
    findUnfinishedWord(text, tools),
    findUnfinishedWord(text, leadWords),
  );
}

function findUnfinishedWord(text: string, words: readonly string[]): number {
  const last = lastLetters.exec(text.slice(-longestLead))?.[0].toLowerCase() ?? '';
  const isBegun = last !== '' && words.some((word) => word.startsWith(last));
  return isBegun ? text.length - last.length : text.length;
}
