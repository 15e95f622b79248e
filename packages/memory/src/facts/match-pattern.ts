// Matches the words of a sentence against a pattern of a fact, and finds the fact's value among them.
import patterns from './fact-patterns.json' with { type: 'json' };
import { measureValue, type ValueKind, valueKinds } from './measure-value.ts';
import type { Token } from './split-sentences.ts';

type Test = (token: Token) => boolean;

interface Step {
  readonly isOptional: boolean;
  /** Whether the value begins with this word. */
  readonly isValue: boolean;
  readonly most: number;
  readonly test: Test;
  /** Whether the word becomes a part of the relation's name. */
  readonly isKept: boolean;
}

export interface Pattern {
  readonly steps: readonly Step[];
  /** The kind of value that follows the steps; undefined if the value is among the steps. */
  readonly value: ValueKind | undefined;
}

export interface PatternMatch {
  /** The words of the value: from `valueStart` up to, but not including, `valueEnd`. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly word: string | undefined;
}

const lists: Readonly<Record<string, string>> = patterns.lists;
const mostAdverbs = 3;
const fillers: ReadonlySet<string> = new Set([...patterns.stops.split(','), ...patterns.pronouns.split(',')]);
const numbers: ReadonlySet<string> = new Set(
  'eighteen,nineteen,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety,thirteen,fourteen,fifteen,sixteen,seventeen'.split(
    ',',
  ),
);

/**
 * Parses a pattern: steps separated by blanks. `a|b` is one of these words, `@list` one of a list, `~` up to three
 * adverbs, `Name` a word with a capital letter, `Word` any word except a stop word or pronoun, `Number` a number. `?`
 * comes before a word that may be missing, `<` before the first word of the value, `=` before a word that becomes a
 * part of the relation's name, and `>kind` stands for a value after the steps. With such a value, a `Word` before `is`
 * becomes a part of the name too.
 */
export function parsePattern(say: string): Pattern {
  const parts = say.split(' ');
  const kind = parts.at(-1)?.startsWith('>') === true ? parts.pop()?.slice(1) : undefined;
  const kept =
    kind === undefined ? -1 : parts.findIndex((part, at) => part === 'Word' && parts[at + 1] === 'is');
  return {
    steps: parts.map((part, at) => parseStep(part, at === kept)),
    value: valueKinds.find((one) => one === kind),
  };
}

function parseStep(part: string, isKept: boolean): Step {
  const isValue = part.startsWith('<');
  const rest = part.replace(/^[<=]/u, '');
  const isOptional = rest.startsWith('?') || rest === '~';
  const name = rest.startsWith('?') ? rest.slice(1) : rest;
  return {
    isOptional,
    isValue,
    most: name === '~' ? mostAdverbs : 1,
    test: buildTest(name),
    isKept: isKept || part.startsWith('='),
  };
}

function buildTest(name: string): Test {
  if (name === 'Name') return ({ isCapital, word }) => isCapital && word !== 'i';
  if (name === 'Word') return ({ word }) => !fillers.has(word);
  if (name === 'Number')
    return ({ word }) => /^\d{1,3}$/u.test(word) || numbers.has(word.split('-')[0] ?? '');
  const listed = name.replace('~', '@adverb');
  const words = new Set(listed.startsWith('@') ? (lists[listed.slice(1)] ?? '').split(',') : name.split('|'));
  return ({ word }) => words.has(word);
}

interface Walk {
  readonly at: number;
  readonly valueStart: number | undefined;
  readonly word: string | undefined;
}

/** Finds a match that begins at this word. Optional words are taken wherever the rest still matches. */
export function matchPattern(
  { steps, value }: Pattern,
  tokens: readonly Token[],
  start: number,
): PatternMatch | undefined {
  const finish = ({ at, valueStart, word }: Walk): PatternMatch | undefined => {
    if (value === undefined)
      return at === start ? undefined : { valueStart: valueStart ?? start, valueEnd: at, word };
    if (at > start && tokens[at - 1]?.isEnd === true) return undefined;
    const length = measureValue(value, tokens, at);
    return length === 0 ? undefined : { valueStart: valueStart ?? at, valueEnd: at + length, word };
  };
  const walk = (number: number, state: Walk): PatternMatch | undefined => {
    const step = steps[number];
    if (step === undefined) return finish(state);
    const begun = step.isValue ? { ...state, valueStart: state.at } : state;
    const taken = takeStep(step, tokens, begun, start);
    for (const next of taken) {
      const match = walk(number + 1, next);
      if (match !== undefined) return match;
    }
    return step.isOptional ? walk(number + 1, begun) : undefined;
  };
  return walk(0, { at: start, valueStart: undefined, word: undefined });
}

/** The states after one or more words of a step; states after more words come first. */
function takeStep(step: Step, tokens: readonly Token[], state: Walk, start: number): readonly Walk[] {
  const taken: Walk[] = [];
  let { at } = state;
  while (taken.length < step.most) {
    const token = tokens[at];
    const isJoined = at === start || tokens[at - 1]?.isEnd === false;
    if (token === undefined || !isJoined || !step.test(token)) break;
    at += 1;
    const kept = step.isKept ? { word: token.word } : {};
    taken.unshift({ ...state, ...kept, at });
  }
  return taken;
}
