// Records with a roll how much was taken off a loss, by armour for instance, and says which losses became nothing.

import type { Workbench } from '../workbench.ts';
import type { LessenedAt } from './list-effect-calls.ts';

/** A line for each loss that was taken off completely. */
export function renderHarmless(all: readonly LessenedAt[]): readonly string[] {
  return all.flatMap(({ lessened: { of, less } }) => (less < of ? [] : [`No harm: ${of} minus ${less}.`]));
}

/**
 * Records how much was taken off a loss: with the roll for the loss or, if no dice were thrown for it, with the roll
 * that led to it.
 */
export function recordLessened(
  { effects: { rolls } }: Workbench,
  all: readonly LessenedAt[],
  findRoll: (effect: number) => number,
): void {
  for (const { index, lessened } of all) {
    const at = findRoll(index);
    const roll = rolls[at];
    if (roll !== undefined) rolls[at] = { ...roll, lessened: [...(roll.lessened ?? []), lessened] };
  }
}
