// Finds where the words for a value end, as in "I left Leeds last May"; finds nothing if they may tell only of a visit.
import patterns from './fact-patterns.json' with { type: 'json' };
import { isPhraseAt } from './is-phrase-at.ts';
import type { PatternMatch } from './match-pattern.ts';
import { measureValue } from './measure-value.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const beforeTimes = toWordSet('in,on,at,around,during,back,over,by');
const months = toWordSet(patterns.lists.month);
const days = toWordSet('monday,tuesday,wednesday,thursday,friday,saturday,sunday,yesterday,today,week');
const seasons = toWordSet('month,year,spring,summer,autumn,fall,winter,christmas,easter');
const beside = toWordSet(
  'the,last,this,early,late,mid,beginning,start,end,of,in,on,at,around,during,back,over,by',
);
const counted = toWordSet('weeks,months,years,month,year');
const lasting = toWordSet('weeks,months,years,month,year,decade,decades,ages,long,life,now');
const countedDays = toWordSet('day,days,week');
const counts = toWordSet('a,an,some,about,two,three,four,five,six,seven,eight,nine,ten');
const joints = toWordSet('and,but,so');
const nextSubjects = toWordSet('i,we,he,she,they,now');
const forMore = toWordSet('for,to');
const settling = toWordSet('live,work,study,settle,move,join,be,become,start,begin,retire');
const behindBack = toWordSet('and,but,now,again,since');
const besideJob = toWordSet('at,with,in,by,from');
const mostOfTime = 5;

interface Told {
  readonly relation: string;
  readonly isOver: boolean;
  readonly isBack: boolean;
  readonly isLasting: boolean;
}

/**
 * Finds where the value of a match ends. Undefined if words of leaving or coming back may only tell of a visit, or if
 * words such as "I have lived in York" may be about the past.
 */
export function measureTold(
  tokens: readonly Token[],
  match: PatternMatch,
  { relation, isOver, isBack, isLasting }: Told,
): number | undefined {
  if (isLasting && !isStillLasting(tokens, match)) return undefined;
  if (isOver) return measureLeft(tokens, match, relation);
  return isBack ? measureBack(tokens, match) : findValueEnd(tokens, match);
}

/** Whether "since" or a time such as "for ten years" follows; "I have lived in York" alone may be long ago. */
function isStillLasting(tokens: readonly Token[], { valueEnd }: PatternMatch): boolean {
  if (tokens[valueEnd - 1]?.isEnd !== false) return false;
  if (tokens[valueEnd]?.word === 'since') return true;
  const reach = tokens.slice(valueEnd + 1, valueEnd + 1 + mostOfTime);
  const unit = reach.findLastIndex(({ word }) => lasting.has(word));
  const isClosed = reach[unit]?.isEnd === true || reach[unit + 1] === undefined;
  return tokens[valueEnd]?.word === 'for' && unit >= 0 && isClosed;
}

const asides = ['by the way', 'btw', 'you know', 'you see', 'of course'].map((words) => words.split(' '));

/** Finds where a value ends, not counting words such as "by the way" at its end. */
function findValueEnd(tokens: readonly Token[], { valueStart, valueEnd }: PatternMatch): number {
  const aside = asides.find((words) => isPhraseAt(tokens, words, valueEnd - words.length));
  const end = valueEnd - (aside?.length ?? 0);
  return end > valueStart ? end : valueEnd;
}

/**
 * Finds where the words for the place end. Undefined if somebody may only have set out from there ("I left the port
 * at six") or had a break ("I stopped working at the port for lunch"), or if no place was left ("I quit my diet").
 * After "left", words such as "in May" or "for good" are needed, unless a place of work is called by its name.
 */
function measureLeft(
  tokens: readonly Token[],
  { valueStart, valueEnd }: PatternMatch,
  relation: string,
): number | undefined {
  const verb = tokens[valueStart - 1]?.word;
  if (verb === 'quit' && !isOneOfItsKind(tokens[valueStart])) return undefined;
  const end = findPlaceEnd(tokens, valueStart, valueEnd);
  if (isForGood(tokens, end)) return end;
  if (verb !== 'left') return isBreak(tokens, { start: valueStart, end }) ? undefined : end;
  if (findTimeBehind(tokens, end) === 'long') return isForVisit(tokens, end, relation) ? undefined : end;
  const isNamed = relation === 'workplace' && tokens[valueStart]?.isCapital === true;
  return isNamed && isClauseOver(tokens, end) ? end : undefined;
}

/**
 * Whether the statement ends here, or after a day such as "on Friday". Words such as "and went home" would only tell
 * which way somebody went.
 */
function isClauseOver(tokens: readonly Token[], end: number): boolean {
  return isDayAlone(tokens, end) || isStatementEnd(tokens, end);
}

/** Finds where the words for the place end and those for a time may begin. */
function findPlaceEnd(tokens: readonly Token[], start: number, end: number): number {
  const time = tokens.findIndex(({ word }, at) => {
    const isBehind = at > start && at < end && (beforeTimes.has(word) || isAgo(tokens, at));
    return isBehind && findTime(tokens, at) !== undefined;
  });
  return time < 0 ? end : time;
}

/**
 * Whether a time is followed by the purpose of going: "in May to see my aunt", "in May for a week". Somebody who left a
 * place of work "in May for Hartley's" works there now.
 */
function isForVisit(tokens: readonly Token[], at: number, relation: string): boolean {
  const rest = tokens.slice(at, at + mostOfTime + 1);
  const clause = rest.slice(0, rest.findIndex(({ isEnd }) => isEnd) + 1 || undefined);
  const goal = clause.findIndex(({ word }) => forMore.has(word));
  if (goal < 1 || isForGood(tokens, at + goal)) return false;
  const next = tokens[at + goal + 1];
  const isName = next?.isCapital === true && !seasons.has(next.word) && !months.has(next.word);
  return !(settling.has(next?.word ?? '') || (relation === 'workplace' && isName));
}

function findTimeBehind(tokens: readonly Token[], end: number): ReturnType<typeof findTime> {
  return tokens[end - 1]?.isEnd === true ? undefined : findTime(tokens, end);
}

/** Whether the words can mean only one thing. Somebody may have several diets ("my diet") or courses ("a course"). */
function isOneOfItsKind(first: Token | undefined): boolean {
  return first !== undefined && (first.word === 'the' || first.isCapital);
}

/** Whether the words only tell of a break: "I stopped working at the port" may go on with "for lunch" or "to eat". */
function isBreak(tokens: readonly Token[], { start, end }: { start: number; end: number }): boolean {
  const isOpen = tokens[end - 1]?.isEnd === false && forMore.has(tokens[end]?.word ?? '');
  return isOpen && tokens[start - 2]?.word === 'working';
}

/** Whether a day, and no time of that day, ends the clause: "on Friday", unlike "on Friday at six". */
function isDayAlone(tokens: readonly Token[], at: number): boolean {
  if (findTimeBehind(tokens, at) !== 'day') return false;
  const reach = tokens.slice(at, at + mostOfTime);
  const last = reach.findIndex(({ word }) => days.has(word) || word === 'ago');
  return isStatementEnd(tokens, at + last + 1);
}

/**
 * Whether the statement ends here: nothing follows, or a new statement does. "I left Hartley's and went home"
 * only tells which way somebody went.
 */
function isStatementEnd(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  if (next === undefined) return true;
  const isJoint = joints.has(next.word);
  const subject = isJoint ? tokens[end + 1] : next;
  const isParted = isJoint || tokens[end - 1]?.isEnd === true;
  return isParted && nextSubjects.has(subject?.word ?? '');
}

/** Finds where the words for the place end; undefined if more is said of it, as in "back at the port for lunch". */
function measureBack(tokens: readonly Token[], { valueEnd }: PatternMatch): number | undefined {
  const next = tokens[valueEnd];
  const isClosed = next === undefined || tokens[valueEnd - 1]?.isEnd === true || behindBack.has(next.word);
  return isClosed ? valueEnd : undefined;
}

/** Whether the words from here on name the place of a job: "my job at the port", unlike "my job at Easter". */
export function isOfNamedPlace(tokens: readonly Token[], at: number): boolean {
  const isJoined = besideJob.has(tokens[at]?.word ?? '') && tokens[at - 1]?.isEnd === false;
  return isJoined && findTime(tokens, at) === undefined && measureValue('workplace', tokens, at + 1) > 0;
}

/**
 * Whether the words from here on are a time: a day or so, as in "on Friday" or "last week", or a longer one, as in
 * "in April" or "last year".
 */
function findTime(tokens: readonly Token[], start: number): 'long' | 'day' | undefined {
  const reach = tokens.slice(start, start + mostOfTime).map(({ word }) => word);
  const ago = reach.indexOf('ago');
  if (ago > 0) {
    const unit = reach[ago - 1] ?? '';
    if (counted.has(unit)) return 'long';
    return countedDays.has(unit) ? 'day' : undefined;
  }
  const at = reach.findIndex((word) => !beside.has(word));
  const word = reach[at] ?? '';
  const isBegun = at > 0 || days.has(word);
  if (!isBegun) return undefined;
  if (months.has(word) || seasons.has(word) || /^(?:19|20)\d\d$/u.test(word)) return 'long';
  return days.has(word) ? 'day' : undefined;
}

/** Whether the words from here on are "two weeks ago" or "about a year ago". */
function isAgo(tokens: readonly Token[], at: number): boolean {
  const reach = tokens.slice(at, at + mostOfTime).map(({ word }) => word);
  return (counts.has(reach[0] ?? '') || /^\d+$/u.test(reach[0] ?? '')) && reach.includes('ago');
}

function isForGood(tokens: readonly Token[], at: number): boolean {
  return isPhraseAt(tokens, ['for', 'good'], at) || isPhraseAt(tokens, ['for', 'ever'], at);
}
