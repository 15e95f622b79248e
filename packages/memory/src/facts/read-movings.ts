// Reads from a person's own words what was moved to another day: "The dentist moved to Friday", "dinner is now on Friday".
import cancelling from './cancelling-words.json' with { type: 'json' };
import patterns from './fact-patterns.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import { isTakenBefore } from './is-standing.ts';
import { isSure } from './is-sure.ts';
import lists from './moving-words.json' with { type: 'json' };
import reminders from './reminder-words.json' with { type: 'json' };
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** Something that was moved, in the exact words of the text. */
export interface Moving {
  readonly thing: string;
  /** The former time, if it was said: "from Thursday". */
  readonly from: string | undefined;
  /** The words that begin with the new time. */
  readonly to: string;
  /** The sentence that says that the thing was moved. */
  readonly sentence: string;
}

const longestRead = 4_000;
const mostMoved = 5;
/** The maximum number of words before the verb, and of words for the thing after it. */
const mostWords = 8;
const mostFrom = 5;
const spanUnits = toWordSet(
  'minute,minutes,hour,hours,day,days,week,weeks,fortnight,fortnights,month,months',
);

const words = {
  verbs: toWordSet(lists.verbs),
  particles: toWordSet(lists.particles),
  auxiliaries: toWordSet(lists.auxiliaries),
  subjects: toWordSet(lists.subjects),
  determiners: toWordSet(lists.determiners),
  objects: toWordSet(lists.objects),
  unclear: toWordSet(lists.unclear),
  toWords: toWordSet(lists.toWords),
  requests: toWordSet(lists.requests),
  nowWords: toWordSet(lists.nowWords),
  events: toWordSet(reminders.appointments),
  negation: toWordSet(patterns.negation),
  doubts: toWordSet(cancelling.doubts),
} as const;
const partOf: Readonly<Record<string, string>> = lists.partOf;
const leads = lists.leads.split(',').map((phrase) => phrase.split(' '));
const joints: ReadonlySet<string> = new Set(['and', 'but', 'so', 'because', 'well', 'oh', 'also', 'then']);
const polite: ReadonlySet<string> = new Set([
  'can',
  'could',
  'will',
  'would',
  'please',
  'ok',
  'okay',
  'so',
  'and',
  'but',
]);

/** Reads statements and requests; no doubts, denials, conditions or words of others. */
export function readMovings(text: string): readonly Moving[] {
  const found = splitSentences(text.slice(0, longestRead)).flatMap((sentence) => [
    ...(isStated(sentence) ? readStated(sentence) : []),
    ...readRequest(sentence),
  ]);
  return found.slice(0, mostMoved);
}

function isStated(sentence: Sentence): boolean {
  // "May" with a capital letter is the month.
  const isDoubt = ({ word, isCapital }: Token) => words.doubts.has(word) && !(word === 'may' && isCapital);
  return isSure(sentence) && !sentence.tokens.some(isDoubt);
}

function readStated(sentence: Sentence): readonly Moving[] {
  const { tokens } = sentence;
  return listClauseStarts(tokens).flatMap((start) => {
    const range = findMoved(tokens, start) ?? findPlaced(tokens, start);
    return range === undefined ? [] : cutMoving(sentence, range);
  });
}

function listClauseStarts(tokens: readonly Token[]): readonly number[] {
  return tokens.flatMap((_, at) =>
    isClauseStart(tokens, at, joints) && !isTakenBefore(tokens, at) ? [at] : [],
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where in a sentence the parts of a `Moving` are. */
interface Place {
  readonly thing: Range;
  readonly from: Range | undefined;
  /** Where the new time begins. */
  readonly to: number;
}

/** Finds "the dentist moved to Friday" and "they moved the dentist from Thursday to Friday". */
function findMoved(tokens: readonly Token[], start: number): Place | undefined {
  const verb = findVerb(tokens, start);
  const subject = verb === undefined ? undefined : trimAuxiliaries(tokens, { start, end: verb });
  if (verb === undefined || subject === undefined || isDenied(tokens.slice(start, verb))) return undefined;
  return findThing(tokens, { verb, subject });
}

function findVerb(tokens: readonly Token[], start: number): number | undefined {
  const reach = tokens.slice(start, start + mostWords);
  const at = reach.findIndex(({ word }) => words.verbs.has(word));
  if (at < 1 || reach.slice(0, at).some(({ isEnd }) => isEnd)) return undefined;
  const particles = partOf[reach[at]?.word ?? '']?.split(',');
  const behind = tokens.slice(start + at + 1, start + at + 1 + mostWords);
  return particles === undefined || behind.some(({ word }) => particles.includes(word))
    ? start + at
    : undefined;
}

function trimAuxiliaries(tokens: readonly Token[], { start, end }: Range): Range | undefined {
  let last = end;
  while (last > start && words.auxiliaries.has(tokens[last - 1]?.word ?? '')) last -= 1;
  return last > start ? { start, end: last } : undefined;
}

function isDenied(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) => words.negation.has(word));
}

interface Verb {
  readonly verb: number;
  readonly subject: Range;
}

function findThing(tokens: readonly Token[], { verb, subject }: Verb): Place | undefined {
  const object = measureObject(tokens, verb + 1);
  const time = object === undefined ? undefined : findTime(tokens, object.end);
  if (object === undefined || time === undefined) return undefined;
  const named = trimParticles(tokens, object);
  const [first] = tokens.slice(named.start, named.end);
  const isOwn = first === undefined || (words.objects.has(first.word) && named.end === named.start + 1);
  if (!isOwn) return isNamed(tokens, named) ? { thing: named, ...time } : undefined;
  return isNamed(tokens, subject) ? { thing: subject, ...time } : undefined;
}

/** The words from here up to "to", "until" or "from", or up to words such as "by a week". */
function measureObject(tokens: readonly Token[], start: number): Range | undefined {
  const reach = tokens.slice(start, start + mostWords + 1);
  const at = reach.findIndex(
    ({ word }, index) => words.toWords.has(word) || word === 'from' || isBySpan(tokens, start + index),
  );
  const isWhole = at >= 0 && !reach.slice(0, at).some(({ isEnd, word }) => isEnd || joints.has(word));
  return isWhole && !isEndBefore(tokens, start) ? { start, end: start + at } : undefined;
}

function isEndBefore(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.isEnd === true;
}

function trimParticles(tokens: readonly Token[], { start, end }: Range): Range {
  let [first, last] = [start, end];
  while (first < last && words.particles.has(tokens[first]?.word ?? '')) first += 1;
  while (last > first && words.particles.has(tokens[last - 1]?.word ?? '')) last -= 1;
  return { start: first, end: last };
}

/** Whether "by a week" or the like begins here; "by Friday" does not say by how much. */
function isBySpan(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'by' && spanUnits.has(tokens[at + 2]?.word ?? '');
}

/** Whether words before this place, such as "brought forward", say that something is moved to an earlier day. */
function isForward(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - mostWords), at)
    .some(({ word }) => word === 'brought' || word === 'up' || word.startsWith('forward'));
}

/** Finds "to Friday", "from Thursday to Friday" or "by a week". */
function findTime(tokens: readonly Token[], at: number): Pick<Place, 'from' | 'to'> | undefined {
  if (isBySpan(tokens, at)) return isForward(tokens, at) ? undefined : { from: undefined, to: at };
  if (tokens[at]?.word !== 'from') return { from: undefined, to: at + 1 };
  const reach = tokens.slice(at + 1, at + 1 + mostFrom);
  const next = reach.findIndex(({ word }) => words.toWords.has(word));
  if (next < 1 || reach.slice(0, next).some(({ isEnd }) => isEnd)) return undefined;
  return { from: { start: at + 1, end: at + 1 + next }, to: at + 2 + next };
}

/** Whether the words name a thing, and not somebody: "my appointment", "dinner", "Tom's party". */
function isNamed(tokens: readonly Token[], { start, end }: Range): boolean {
  const [first, ...rest] = tokens.slice(start, end);
  if (first === undefined || words.subjects.has(first.word)) return false;
  if (rest.length === 0 && words.unclear.has(first.word)) return false;
  const isBegun = words.determiners.has(first.word) || first.isCapital || words.events.has(first.word);
  return isBegun && !words.unclear.has(rest.at(-1)?.word ?? '') && !isDenied(tokens.slice(start, end));
}

/** Finds "dinner is now on Friday", "dinner is on Friday instead" and "dinner is on Friday, not Thursday". */
function findPlaced(tokens: readonly Token[], start: number): Place | undefined {
  const reach = tokens.slice(start, start + mostWords);
  const at = reach.findIndex(({ word }) => word === 'is' || word === 'are' || word === 'will');
  if (at < 1 || reach.slice(0, at).some(({ isEnd }) => isEnd)) return undefined;
  let next = start + at + 1;
  let isNow = false;
  while (['be', 'now', 'taking', 'place'].includes(tokens[next]?.word ?? '')) {
    isNow ||= tokens[next]?.word === 'now';
    next += 1;
  }
  if (
    !['on', 'at', 'next', 'this', 'tomorrow'].includes(tokens[next]?.word ?? '') ||
    isEndBefore(tokens, next)
  )
    return undefined;
  const thing = { start, end: start + at };
  const isOther = isNow || isInsteadOf(tokens, next);
  return isOther && isNamed(tokens, thing) ? { thing, from: undefined, to: next } : undefined;
}

/** Whether the clause contains "now" or "instead", or ", not" follows it. */
function isInsteadOf(tokens: readonly Token[], start: number): boolean {
  const rest = tokens.slice(start);
  const last = rest.findIndex(({ isEnd }) => isEnd);
  const clause = rest.slice(0, last < 0 ? rest.length : last + 1);
  if (clause.some(({ word }) => words.nowWords.has(word))) return true;
  return last >= 0 && rest[last + 1]?.word === 'not';
}

/** Reads "Please move the dentist to Friday" and "Can you move the dentist to Friday?". */
function readRequest(sentence: Sentence): readonly Moving[] {
  const { tokens, isQuestion } = sentence;
  const [first] = tokens;
  if (first === undefined || (isQuestion && !polite.has(first.word))) return [];
  const start = skipLeads(tokens);
  if (!words.requests.has(tokens[start]?.word ?? '') || isDenied(tokens)) return [];
  const place = findThing(tokens, { verb: start, subject: { start: 0, end: 0 } });
  return place === undefined ? [] : cutMoving(sentence, place);
}

function skipLeads(tokens: readonly Token[]): number {
  let at = 0;
  for (;;) {
    const lead = leads
      .filter((phrase) => phrase.every((word, next) => tokens[at + next]?.word === word))
      .toSorted((one, other) => other.length - one.length)[0];
    if (lead === undefined) return at;
    at += lead.length;
  }
}

function cutMoving({ text, tokens }: Sentence, { thing, from, to }: Place): readonly Moving[] {
  const cut = ({ start, end }: Range) => text.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
  const first = tokens[to];
  if (first === undefined || isEndBefore(tokens, to)) return [];
  return [
    {
      thing: cut(thing),
      from: from === undefined ? undefined : cut(from),
      to: text.slice(first.from),
      sentence: text,
    },
  ];
}
