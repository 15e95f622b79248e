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

/** As `isOfDay`; an overdue plan also is if the words named its day when it was made. */
export function isOrWasOfDay(words: string, writing: Writing): (plan: WorkingItem) => boolean {
  const isNow = isOfDay(words, writing);
  return (plan) => {
    const isOverdue = plan.dueAtMs !== undefined && plan.dueAtMs < writing.atMs;
    return isNow(plan) || (isOverdue && isOfDay(words, { ...writing, atMs: plan.createdAtMs })(plan));
  };
}

function isSameDay(one: number, other: number, timeZone: string): boolean {
  return computeDayStart(one, timeZone) === computeDayStart(other, timeZone);
}
