// Matches each number in a clause with its label in that clause: "three points of vigour", "vigour drops from 8 to 5".

import type { WrittenNumber } from './audit-written-numbers.ts';
import type { Label, LabelFound } from './list-labels.ts';
import {
  findLeftSense,
  findRightSense,
  hasChange,
  isRest,
  type PlacedNumber,
  type Sense,
} from './number-sense.ts';
import type { Word } from './word.ts';

export interface Matched {
  readonly number: PlacedNumber;
  readonly sense: Sense;
}

/** Words that may stand between a number and the label after it. */
const between = new Set(
  'more of your his her its their the those point points box boxes mark marks level levels worth precious full good whole last remaining extra further current all in'.split(
    ' ',
  ),
);
/** Words that may stand between a label and the number after it. */
const linking = new Set(
  'is are was were stands stand stood sits sat rests rested holds held hovers lands landed settles settled ends ended at now down up to drops drop dropped falls fall fell sinks sank goes go went gone rises rose cut cuts reduced raised dips dipped slips slipped climbs climbed jumps jumped leaps slides slid ticks ticked increases increased decreases decreased leaving dropping falling rising now has have had been by from back reads read only just a mere point points comes came left you with of'.split(
    ' ',
  ),
);
const longestReach = 6;
const pointing = /^(?:points?|box(?:es)?|marks?|levels?)$/;
const ones = new Set(['a', 'an', 'another', 'one', 'single']);

function alignNumber(
  words: readonly Word[],
  { value, start, end }: Pick<PlacedNumber, 'value' | 'start' | 'end'>,
): PlacedNumber {
  const at = words.findIndex((word) => word.end > start);
  const behind = words.findIndex((word) => word.start >= end);
  return { value, start, end, at, behind: behind < 0 ? words.length : behind };
}

/** The numbers within a clause. */
export function listPlaced(
  words: readonly Word[],
  numbers: readonly WrittenNumber[],
): readonly PlacedNumber[] {
  const first = words[0]?.start ?? 0;
  const last = words.at(-1)?.end ?? 0;
  return numbers
    .filter(({ start, end }) => start >= first && end <= last)
    .map((number) => alignNumber(words, number));
}

export function matchLabel(
  words: readonly Word[],
  found: LabelFound,
  numbers: readonly PlacedNumber[],
): readonly Matched[] {
  const behind = found.at + found.length;
  const left = findLeftNumber(words, found, numbers);
  const matched = left === undefined ? [] : [{ number: left, sense: findLeftSense(words, left, behind) }];
  const right = listRightNumbers(words, behind, numbers);
  const { isCounted, words: name } = found.label;
  const isBare = !isCounted && name.length === 1;
  return [...matched, ...(isBare ? right.filter(({ number }) => !isCounting(words, number)) : right)];
}

/** Words that may follow the number of a skill. Another word is what the number counts, as in "your climb is thirty feet". */
const trailing = new Set(
  'and or but nor now then again still more less points point percent out of at against to toward towards with without in on for after before as which that from versus when while once if so than only today here there by was is'.split(
    ' ',
  ),
);

function isCounting(words: readonly Word[], { behind }: PlacedNumber): boolean {
  const next = words[behind];
  return next !== undefined && !/^[+-]?\d/.test(next.text) && !trailing.has(next.text);
}

/** Goes from the label to the left, over words that may stand in between, up to a number or a word for one or none. */
function findLeftNumber(
  words: readonly Word[],
  found: LabelFound,
  numbers: readonly PlacedNumber[],
): PlacedNumber | undefined {
  const { at, label } = found;
  const behind = findCounting(words, at, numbers);
  if (behind === undefined) return undefined;
  const isPointed = words.slice(behind, at).some(({ text }) => pointing.test(text));
  const number = numbers.find((one) => one.behind === behind);
  if (number !== undefined) return label.isCounted || isPointed ? number : undefined;
  const few = readFew(words, { found, behind, isPointed });
  return few !== undefined && isTold(words, few.value) ? few : undefined;
}

/**
 * The position after the nearest number, or word such as "no" or "another", to the left of a label. Undefined if there
 * is none near by, or if a word that may not stand in between comes first.
 */
function findCounting(
  words: readonly Word[],
  at: number,
  numbers: readonly PlacedNumber[],
): number | undefined {
  for (let behind = at; behind > Math.max(0, at - longestReach); behind -= 1) {
    const text = words[behind - 1]?.text ?? '';
    if (text === 'no' || ones.has(text) || numbers.some((one) => one.behind === behind)) return behind;
    if (!between.has(text)) return undefined;
  }
  return undefined;
}

interface Counted {
  readonly found: LabelFound;
  /** The position after the word that may mean one or none. */
  readonly behind: number;
  readonly isPointed: boolean;
}

/** "A coin" means 1 coin, "another stress" 1 stress, and "no vigour" 0 vigour; "a stress" gives no number. */
function readFew(words: readonly Word[], { found, behind, isPointed }: Counted): PlacedNumber | undefined {
  const word = words[behind - 1];
  if (word === undefined || !(word.text === 'no' || ones.has(word.text))) return undefined;
  const noun = words[found.at];
  const value = word.text === 'no' ? 0 : 1;
  if (value === 1 && !isPointed && !isOneOf(word.text, found.label, noun?.text ?? '')) return undefined;
  return { value, at: behind - 1, behind, start: word.start, end: noun?.end ?? word.end };
}

function isOneOf(one: string, { isCounted, words }: Label, noun: string): boolean {
  const isCountable = !noun.endsWith('s') || words.length > 1;
  return isCounted && (isCountable || one === 'another' || one === 'single');
}

/**
 * A word for one counts as a number only if something is lost, gained or left; a word for none only if something is
 * left.
 */
function isTold(words: readonly Word[], few: number): boolean {
  return isRest(words, undefined) || (few > 0 && hasChange(words));
}

/** Goes from the end of the label to the right, over words that may stand in between; "from 8 to 5" has two numbers. */
function listRightNumbers(
  words: readonly Word[],
  behind: number,
  numbers: readonly PlacedNumber[],
): readonly Matched[] {
  const matched: Matched[] = [];
  let at = behind;
  for (let step = 0; step < longestReach; step += 1) {
    const number = numbers.find((one) => one.at === at) ?? readByOne(words, at);
    if (number !== undefined) matched.push({ number, sense: findRightSense(words, behind, at) });
    else if (!linking.has(words[at]?.text ?? '')) break;
    at = number?.behind ?? at + 1;
  }
  return matched;
}

/** Reads "by a point" as 1: "has dropped by a point". */
function readByOne(words: readonly Word[], at: number): PlacedNumber | undefined {
  const [by, one, point] = [words[at - 1], words[at], words[at + 1]];
  const isOne = by?.text === 'by' && ones.has(one?.text ?? '') && pointing.test(point?.text ?? '');
  return isOne && one !== undefined
    ? { value: 1, at, behind: at + 1, start: one.start, end: one.end }
    : undefined;
}
