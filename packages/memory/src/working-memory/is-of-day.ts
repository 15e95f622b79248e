// Tells which plans are due on the day that some words name.

import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { computeDayStart } from '../events/local-time.ts';
import type { WorkingItem } from './item.ts';
import { withCurrentDue } from './recurring-plans.ts';

/** Every plan is, if the words name no day that is to come. */
export function isOfDay(words: string, writing: Writing): (plan: WorkingItem) => boolean {
  const { atMs: nowMs, timeZone } = writing;
  const due = findDueDate(words, writing);
  return (plan) => {
    const { dueAtMs } = withCurrentDue(plan, { nowMs, timeZone });
    return due === undefined || (dueAtMs !== undefined && isSameDay(dueAtMs, due.dueAtMs, timeZone));
  };
}

function isSameDay(one: number, other: number, timeZone: string): boolean {
  return computeDayStart(one, timeZone) === computeDayStart(other, timeZone);
}
