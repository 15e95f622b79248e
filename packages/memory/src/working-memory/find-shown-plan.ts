// Finds the plan that new words repeat, even if they name its date in other words or not at all.
import { cutDate, hasDate } from './cut-date.ts';
import { describeItem } from './describe-item.ts';
import type { ItemState, NewItem, WorkingItem } from './item.ts';
import { normalise } from './normal-form.ts';
import { isRecurring } from './recurring-plans.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/**
 * Finds the plan that is shown in the same words as the new one, apart from words for a date. Their dates must be
 * compatible.
 */
export function findShownPlan(
  store: WorkingMemoryStore,
  item: NewItem,
  timeZone: string,
): WorkingItem | undefined {
  if (item.kind !== 'plan') return undefined;
  const shown = normalise(cutDate(item.content, item.dueWords ?? ''));
  const words = shown.split(' ');
  // A plan is shown in some of its own words, so a plan without these words need not be described. Describing
  // a plan reads all its changes.
  const isPossible = (plan: WorkingItem) => words.every((word) => plan.normalForm.includes(word));
  return store
    .readActiveOf('plan')
    .filter(isPossible)
    .find((plan) => isOfOneDate(plan, item, timeZone) && normalise(describeItem(store, plan)) === shown);
}

/** Whether the two have the same date, one of them has none, or both recur in the same words. */
function isOfOneDate(plan: WorkingItem, { dueAtMs, dueWords }: NewItem, timeZone: string): boolean {
  if (dueAtMs === undefined || plan.dueAtMs === undefined || plan.dueAtMs === dueAtMs) return true;
  return dueWords === plan.dueWords && isRecurring(plan, timeZone);
}

/**
 * Returns the words for the date that are to be stored with the plan. Undefined if the plan had a date already and its
 * text does not have these words.
 */
export function chooseDueWords(
  same: WorkingItem,
  { dueWords = '' }: NewItem,
): Pick<ItemState, 'dueWords'> | undefined {
  const isOwn = same.dueAtMs === undefined || hasDate(same.content, dueWords);
  return isOwn ? { dueWords } : undefined;
}
