// Sorts the rolls of a turn for the eye: what resists a blow is rolled before it, and is shown below it.

import type { ShownRoll } from './table-types.ts';

export function sortRolls(rolls: readonly ShownRoll[]): readonly ShownRoll[] {
  const sorted = [...rolls];
  for (let at = 0; at + 1 < sorted.length; at += 1) {
    const [first, second] = [sorted[at], sorted[at + 1]];
    if (first === undefined || second === undefined || !isResisting(first, second)) continue;
    sorted.splice(at, 2, second, first);
    at += 1;
  }
  return sorted;
}

function isResisting(first: ShownRoll, blow: ShownRoll): boolean {
  const isBetween = first.who === blow.against && first.against === blow.who;
  return isBetween && first.check === undefined && blow.target === first.rolled.total;
}
