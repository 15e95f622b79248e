// Chooses the plan that a person means in plain words when they call it off or move it.
import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import { findDueDate } from '../events/find-due-date.ts';
import words from '../facts/cancelling-words.json' with { type: 'json' };
import { toWordSet } from '../facts/to-word-set.ts';
import { isMadeBy, type Telling } from '../working-memory/apply-span.ts';
import { chooseItem, type Match } from '../working-memory/choose-item.ts';
import { isOfDay } from '../working-memory/is-of-day.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const errands = toWordSet(words.errands);
const general = toWordSet(words.general);
const calls = toWordSet(words.calls);
const callTerms = collectDistinctTerms(words.calls.replaceAll(',', ' '));
const cancelling = words.cancelling.split(',');

export interface ToldPlan {
  /** The words that name the plan. */
  readonly named: string;
  /** Words for the day on which the plan is due. */
  readonly day?: string | undefined;
}

/** Plans with a date come first, because people mostly call off and move things with a date. */
export function chooseToldPlan(store: WorkingMemoryStore, told: ToldPlan, telling: Telling): Match {
  return chooseArranged(readMeant(store, told, telling));
}

/** What is moved may also be an errand: a call that was moved is still to be made. */
export function chooseMovedPlan(store: WorkingMemoryStore, told: ToldPlan, telling: Telling): Match {
  const meant = readMeant(store, told, telling);
  const match = chooseArranged(meant);
  return match.outcome === 'missed' ? chooseCall(meant) : match;
}

interface Meant {
  /** The words for the plan, without those for its day. */
  readonly thing: string;
  /** The plans of that day; all plans if no day is named. */
  readonly plans: readonly WorkingItem[];
}

function readMeant(store: WorkingMemoryStore, { named, day }: ToldPlan, telling: Telling): Meant {
  const { writing } = telling;
  const plans = store.readActiveOf('plan').filter(isMadeBy(telling));
  const own = findDueDate(named, writing);
  const thing = own === undefined ? named : named.replace(own.dueWords, ' ');
  return { thing, plans: plans.filter(isOfDay(day ?? named, writing)) };
}

function chooseArranged({ thing, plans }: Meant): Match {
  const arranged = plans.filter((plan) => !isErrand(plan));
  const dated = arranged.filter(({ dueAtMs }) => dueAtMs !== undefined);
  for (const one of [thing, cutGeneral(thing)])
    for (const among of [dated, arranged]) {
      const match = chooseItem(one, among);
      if (match.outcome !== 'missed') return match;
    }
  return { outcome: 'missed', nearest: [] };
}

/** Finds the errand that a call means: "the Okafor call" is the errand "Ring Mrs Okafor". */
function chooseCall({ thing, plans }: Meant): Match {
  const rest = thing
    .split(/\s+/u)
    .filter((word) => !isCall(word))
    .join(' ');
  const match =
    rest === thing
      ? undefined
      : chooseItem(
          rest,
          plans.filter((plan) => calls.has(findFirstWord(plan))),
        );
  return match ?? { outcome: 'missed', nearest: [] };
}

function isCall(words: string): boolean {
  return [...collectDistinctTerms(words)].some((term) => callTerms.has(term));
}

function findFirstWord({ content }: WorkingItem): string {
  return content.toLowerCase().match(/\p{L}+/u)?.[0] ?? '';
}

/** Whether the plan is an errand: "Call the dentist" is not the appointment with the dentist. */
function isErrand(plan: WorkingItem): boolean {
  return errands.has(findFirstWord(plan)) && !isCancelling(plan);
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
