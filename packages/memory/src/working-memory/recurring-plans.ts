// Gives a recurring plan the due date that counts now, instead of its first date.

import { findAnyRecurrence } from '../events/find-other-recurrence.ts';
import { readWall } from '../events/local-time.ts';
import { computeCurrentDue, computeNextDue, type Recurring } from '../events/recurrence.ts';
import type { ChangeCause, ItemId, ItemState } from './item.ts';

export interface DueMoment {
  readonly nowMs: number;
  readonly timeZone: string | undefined;
  /** When the talk before a silence ended: a due date after this time counts, however long ago it was. */
  readonly apartMs?: number | undefined;
}

type Dated = Pick<ItemState, 'dueAtMs' | 'dueWords'>;

/** Returns undefined for a plan without a date, or with a single one. */
function resolveRecurring({ dueAtMs, dueWords }: Dated, zone?: string): Recurring | undefined {
  if (dueAtMs === undefined || dueWords === undefined) return undefined;
  const timeZone = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const recurrence = findAnyRecurrence(dueWords, readWall(dueAtMs, timeZone), timeZone)?.recurrence;
  return recurrence && { recurrence, firstAtMs: dueAtMs, timeZone };
}

export function isRecurring(plan: Dated, timeZone: string): boolean {
  return resolveRecurring(plan, timeZone) !== undefined;
}

/** The plan with the due date that counts now. */
export function withCurrentDue<Plan extends Dated>(plan: Plan, moment: DueMoment): Plan {
  const recurring = resolveRecurring(plan, moment.timeZone);
  if (recurring === undefined) return plan;
  return { ...plan, dueAtMs: computeCurrentDue(recurring, moment.nowMs, moment.apartMs) };
}

type Weighed = { readonly id: ItemId; readonly dueAtMs: number | undefined };

/**
 * Does the same as `withCurrentDue` for items without their texts; `dueWords` contains the words of those plans
 * that have any.
 */
export function withCurrentDues<Item extends Weighed>(
  items: readonly Item[],
  dueWords: ReadonlyMap<ItemId, string>,
  moment: DueMoment,
): readonly Item[] {
  return items.map((item) => {
    const words = dueWords.get(item.id);
    if (words === undefined) return item;
    const { dueAtMs } = withCurrentDue({ dueAtMs: item.dueAtMs, dueWords: words }, moment);
    return dueAtMs === item.dueAtMs ? item : { ...item, dueAtMs };
  });
}

/** When the plan is due next, after it was done or skipped this time; undefined if it does not recur. */
export function findNextDue(plan: Dated, { nowMs, timeZone }: DueMoment): number | undefined {
  const recurring = resolveRecurring(plan, timeZone);
  if (recurring === undefined) return undefined;
  return computeNextDue(recurring, Math.max(nowMs, computeCurrentDue(recurring, nowMs)));
}

const again = ', and comes again';

/** Renders the reason that is recorded for a change by which a recurring plan was done or skipped this time. */
export function renderSettling(because: string): string {
  return `${because}${again}`;
}

export function isSettling({ because }: Pick<ChangeCause, 'because'>): boolean {
  return because.endsWith(again);
}
