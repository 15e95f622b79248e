// Ends plans that a person calls off in plain words.

import { splitTerms } from '@terrarium/kernel/split-terms';
import { findDueDate } from '../events/find-due-date.ts';
import { computeDayStart } from '../events/local-time.ts';
import words from '../facts/cancelling-words.json' with { type: 'json' };
import { readCancellations } from '../facts/read-cancellations.ts';
import { toWordSet } from '../facts/to-word-set.ts';
import {
  type Applied,
  finishChosen,
  isMadeBy,
  refuseTied,
  type Telling,
} from '../working-memory/apply-span.ts';
import { chooseItem, type Match } from '../working-memory/choose-item.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { withCurrentDue } from '../working-memory/recurring-plans.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const errands = toWordSet(words.errands);
const general = toWordSet(words.general);
const cancelling = words.cancelling.split(',');

/**
 * Must be called within the message's transaction. What is called off need not be a plan, so nothing is
 * reported if no plan fits. A plan to call something off is then done; a recurring plan is skipped once.
 */
export function cancelTold(store: WorkingMemoryStore, said: string, telling: Telling): Applied {
  const applied = readCancellations(said).map((named) => cancelNamed(store, named, telling));
  return {
    effects: applied.flatMap(({ effects }) => effects),
    reports: applied.flatMap(({ reports }) => reports),
  };
}

function cancelNamed(store: WorkingMemoryStore, named: string, telling: Telling): Applied {
  const plans = store.readActiveOf('plan').filter(isMadeBy(telling));
  const match = choosePlan(named, plans, telling);
  if (match.outcome === 'missed') return { effects: [], reports: [] };
  if (match.outcome === 'tied') return refuseTied('plan', match.items);
  const { item } = match;
  return finishChosen(store, { item, deed: isCancelling(item) ? 'resolve' : 'skip' }, telling);
}

/** Plans with a date come first, because people mostly call off things with a date. */
function choosePlan(named: string, plans: readonly WorkingItem[], { writing }: Telling): Match {
  const due = findDueDate(named, writing);
  const thing = due === undefined ? named : named.replace(due.dueWords, ' ');
  const findDay = (atMs: number) => computeDayStart(atMs, writing.timeZone);
  const isMeant = (plan: WorkingItem) => {
    const { dueAtMs } = withCurrentDue(plan, { nowMs: writing.atMs, timeZone: writing.timeZone });
    return due === undefined || (dueAtMs !== undefined && findDay(dueAtMs) === findDay(due.dueAtMs));
  };
  const arranged = plans.filter((plan) => !isErrand(plan) && isMeant(plan));
  const dated = arranged.filter(({ dueAtMs }) => dueAtMs !== undefined);
  for (const one of [thing, cutGeneral(thing)])
    for (const among of [dated, arranged]) {
      const match = chooseItem(one, among);
      if (match.outcome !== 'missed') return match;
    }
  return { outcome: 'missed', nearest: [] };
}

/** Whether the plan is an errand: "Call the dentist" is not the appointment with the dentist. */
function isErrand(plan: WorkingItem): boolean {
  const [first = ''] = plan.content.toLowerCase().match(/\p{L}+/u) ?? [];
  return errands.has(first) && !isCancelling(plan);
}

function isCancelling({ content }: WorkingItem): boolean {
  return cancelling.some((one) => content.toLowerCase().startsWith(one));
}

/** Removes "appointment" from "the dentist appointment", if other words are left. */
function cutGeneral(thing: string): string {
  const rest = thing
    .split(/\s+/u)
    .filter((word) => !general.has(word.toLowerCase()))
    .join(' ');
  return splitTerms(rest).counts.size === 0 ? thing : rest;
}
