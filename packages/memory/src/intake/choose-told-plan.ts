// Chooses the plan that a person means in plain words when they call it off or move it.
import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import { findDueDate } from '../events/find-due-date.ts';
import { computeDayStart } from '../events/local-time.ts';
import words from '../facts/cancelling-words.json' with { type: 'json' };
import { toWordSet } from '../facts/to-word-set.ts';
import { isMadeBy, type Telling } from '../working-memory/apply-span.ts';
import { chooseItem, type Match } from '../working-memory/choose-item.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { withCurrentDue } from '../working-memory/recurring-plans.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const errands = toWordSet(words.errands);
const general = toWordSet(words.general);
const calls = collectDistinctTerms(words.calls.replaceAll(',', ' '));
const cancelling = words.cancelling.split(',');

export interface ToldPlan {
  /** The words that name the plan. */
  readonly named: string;
  /** Words for the day on which the plan is due. */
  readonly day?: string | undefined;
}

/** Plans with a date come first, because people mostly call off and move things with a date. */
export function chooseToldPlan(store: WorkingMemoryStore, { named, day }: ToldPlan, telling: Telling): Match {
  const { writing } = telling;
  const plans = store.readActiveOf('plan').filter(isMadeBy(telling));
  const own = findDueDate(named, writing);
  const due = day === undefined ? own : findDueDate(day, writing);
  const thing = own === undefined ? named : named.replace(own.dueWords, ' ');
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
  return chooseCall(thing, plans.filter(isMeant));
}

/** "The Okafor call" is the errand "Ring Mrs Okafor". */
function chooseCall(thing: string, plans: readonly WorkingItem[]): Match {
  const rest = thing
    .split(/\s+/u)
    .filter((word) => !isCall(word))
    .join(' ');
  const match =
    rest === thing
      ? undefined
      : chooseItem(
          rest,
          plans.filter(({ content }) => isCall(content)),
        );
  return match ?? { outcome: 'missed', nearest: [] };
}

function isCall(words: string): boolean {
  return [...collectDistinctTerms(words)].some((term) => calls.has(term));
}

/** Whether the plan is an errand: "Call the dentist" is not the appointment with the dentist. */
function isErrand(plan: WorkingItem): boolean {
  const [first = ''] = plan.content.toLowerCase().match(/\p{L}+/u) ?? [];
  return errands.has(first) && !isCancelling(plan);
}

export function isCancelling({ content }: WorkingItem): boolean {
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
