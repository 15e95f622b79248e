// Tells whether words are a full statement, as in "we split up", or go on to mean something else: "we split up the chores".
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** Words that may follow: they begin another statement, or say when, why or how. */
const following = toWordSet(
  'and,but,so,because,since,as,though,although,when,while,before,after,until,then,now,again,too,already,anyway,finally,recently,lately,today,tonight,yesterday,early,late,in,on,at,over,for,to,by,through,with,during,around,about,last,this,next,soon,online,privately',
);
const mostOfTime = 5;

/** `end` is the place after the words. */
export function isSaidInFull(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  if (next === undefined || tokens[end - 1]?.isEnd === true || following.has(next.word)) return true;
  // A time may follow: "We split up a year ago."
  return tokens.slice(end, end + mostOfTime).some(({ word }) => word === 'ago');
}
