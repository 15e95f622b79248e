// Distinguishes work that is done only today, or on one thing, from somebody's job.
import type { Token } from './split-sentences.ts';

interface Work {
  /** Where the statement begins. */
  readonly start: number;
  /** The place after the value. */
  readonly end: number;
  readonly relation: string;
}

const works: ReadonlySet<string> = new Set(['job', 'workplace']);
const verbs: ReadonlySet<string> = new Set(['work', 'working']);
/** Words that tell of a change. A day told with them is the day of the change: "I started work at the port today". */
const changing: ReadonlySet<string> = new Set([
  'started',
  'got',
  'found',
  'landed',
  'took',
  'taken',
  'accepted',
]);
const dayParts: ReadonlySet<string> = new Set(['morning', 'afternoon', 'evening', 'weekend']);
const owners: ReadonlySet<string> = new Set([
  'my',
  'our',
  'a',
  'an',
  'the',
  'his',
  'her',
  'their',
  'some',
  'this',
  'that',
]);
/** Before "today", these words say when something began or ended: "as of today". */
const begun: ReadonlySet<string> = new Set(['of', 'from', 'since', 'starting', 'until']);

/**
 * Whether the words tell of work that is done only today, or on one thing, as in "I'm working at the port on my
 * boat". "I'm working at the port" tells of a job instead, even if "on Mondays" or "these days" comes after it.
 */
export function isForToday(tokens: readonly Token[], { start, end, relation }: Work): boolean {
  const verb = works.has(relation) ? tokens.slice(start, end).findIndex(({ word }) => verbs.has(word)) : -1;
  if (verb < 0 || tokens.slice(start, start + verb).some(({ word }) => changing.has(word))) return false;
  const isGoingOn = tokens[start + verb]?.word === 'working';
  const clause = listClause(tokens, end);
  const before = isGoingOn ? tokens.slice(Math.max(0, start - 2), start) : [];
  const said = [...before, ...tokens.slice(start, end), ...clause];
  if (said.some((_, at) => isToday(said, at))) return true;
  return isGoingOn && said.some(({ word }, at) => word === 'on' && owners.has(said[at + 1]?.word ?? ''));
}

/** The words after the value, up to the end of its clause. */
function listClause(tokens: readonly Token[], end: number): readonly Token[] {
  if (tokens[end - 1]?.isEnd === true) return [];
  const rest = tokens.slice(end);
  const last = rest.findIndex(({ isEnd, word }, at) => isEnd || isJoint(word, rest[at + 1]?.word));
  return rest.slice(0, last < 0 ? rest.length : last + 1);
}

function isJoint(word: string, next: string | undefined): boolean {
  return word === 'but' || word === 'because' || (word === 'and' && (next === 'i' || next === 'my'));
}

function isToday(tokens: readonly Token[], at: number): boolean {
  const [before, word, next] = [tokens[at - 1]?.word, tokens[at]?.word ?? '', tokens[at + 1]?.word ?? ''];
  if (word === 'this' && dayParts.has(next)) return true;
  return (word === 'today' || word === 'tonight') && !begun.has(before ?? '');
}
