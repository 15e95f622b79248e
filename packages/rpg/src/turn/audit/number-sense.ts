// Number sense: whether the words around a number say by how much something changed, how much there is, or what is left.

import type { Word } from './word.ts';

/**
 * Whether a number tells by how much something changed, how much there was or is, or how much is left of it; `either`
 * if it may be a change or a value.
 */
export type Sense = 'change' | 'value' | 'rest' | 'either';

/** A number in a clause: the positions of its first word and of the word after it, and its place in the narrative. */
export interface PlacedNumber {
  readonly value: number;
  readonly at: number;
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

const losing = new Set(
  'lose loses lost losing cost costs take takes took taken drop drops dropped fall falls fell spend spends spent pay pays paid gone go goes poorer lighter short mark marks marked away shed burn burns burnt damage hurts worse sacrifice'.split(
    ' ',
  ),
);
const gaining = new Set(
  'gain gains gained regain regains regained recover recovers recovered back return returns heal heals healed earn earns earned richer restore restores restored'.split(
    ' ',
  ),
);
const holding = new Set(
  'left remain remains remaining still stand stands stood leaves leaving name have has had having hold holds holding in'.split(
    ' ',
  ),
);
const resting = /^(?:left|remain(?:s|ing)?|still|leaves|leaving|name|now)$/;

export function hasChange(words: readonly Word[]): boolean {
  return words.some(isChanging);
}

function isChanging({ text }: Word): boolean {
  return losing.has(text) || gaining.has(text);
}

/** Whether the number is what is left, as in "five vigour left" or "you still have five". */
export function isRest(words: readonly Word[], next: string | undefined): boolean {
  return next === 'of' || words.some(({ text }) => resting.test(text));
}

/** Words after a number that make it a change: "it left you one vigour poorer". */
const comparing = /^(?:poorer|richer|lighter|better|worse)$/;

/** The sense of a number before a label, which ends at `behind`. */
export function findLeftSense(words: readonly Word[], number: PlacedNumber, behind: number): Sense {
  // In “you had three, and now you have two”, the number after “had” is not what is left.
  const before = words[number.at - 1]?.text;
  if (before === 'had') return 'value';
  // “He left three hit points on the floor” tells what he lost.
  if (before === 'left') return 'either';
  if (comparing.test(words[behind]?.text ?? '')) return 'change';
  const outside = words.filter((_, index) => index < number.at || index >= behind);
  const isChange = hasChange(outside);
  const isValue = outside.some(({ text }) => holding.has(text)) || words[number.at - 1]?.text === 'at';
  const rest = isRest(outside, words[number.behind]?.text) ? 'rest' : 'value';
  if (isChange !== isValue) return isChange ? 'change' : rest;
  if (!isChange) return 'either';
  const near = words.slice(Math.max(0, number.at - 3), number.at);
  const nearest = near.findLast((word) => isChanging(word) || holding.has(word.text))?.text;
  if (nearest === undefined) return 'either';
  return holding.has(nearest) ? rest : 'change';
}

/** The sense of a number after a label, which ends at `behind`: "drops from 8 to 5", "is down by 3", "stands at 5". */
export function findRightSense(words: readonly Word[], behind: number, at: number): Sense {
  const between = words.slice(behind, at).map(({ text }) => text);
  if (between.at(-1) === 'by') return 'change';
  // “Ember is up one” tells of a change, but “Ember down 4” in a panel tells what is left.
  if (/^(?:up|down)$/.test(between.at(-1) ?? '')) return 'either';
  const isStill = between.some((text) => ['down', 'up', 'now', 'stands', 'at'].includes(text));
  return isStill && between.at(-1) !== 'from' ? 'rest' : 'value';
}

const owning = /^(?:its|his|her|your|their|a|the)$/;
const most = /^(?:full|maximum|max)$/;

/** Whether the words allow the number to be the most that there can be: "seven of its ten", "a maximum of eight". */
export function isMost(words: readonly Word[], { at, behind }: PlacedNumber): boolean {
  const read = (index: number) => words[index]?.text ?? '';
  const isOf = read(at - 1) === 'of' || (read(at - 2) === 'of' && owning.test(read(at - 1)));
  return isOf || most.test(read(at - 1)) || most.test(read(behind));
}
