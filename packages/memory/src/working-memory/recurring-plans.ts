// Gives a recurring plan the due date that counts now, instead of its first date.

import { findAnyRecurrence } from '../events/find-other-recurrence.ts';
import { readWall } from '../events/local-time.ts';
import { computeCurrentDue, computeNextDue, type Recurring } from '../events/recurrence.ts';
import type { ChangeCause, ItemChange, ItemId, ItemState } from './item.ts';

const dayMs = 86_400_000;

export interface DueMoment {
  readonly nowMs: number;
  readonly timeZone: string | undefined;
  /** When the talk before a silence ended: a due date after this time counts, however long ago it was. */
  readonly apartMs?: number | undefined;
}

type Dated = Pick<ItemState, 'dueAtMs' | 'dueWords'> & {
  /** When the words were said; by default at the first due date. */
  readonly createdAtMs?: number | undefined;
};

/** Returns undefined for a plan without a date, or with a single date. */
function resolveRecurring(
  { dueAtMs, dueWords, createdAtMs = dueAtMs }: Dated,
  zone?: string,
): Recurring | undefined {
  if (dueAtMs === undefined || createdAtMs === undefined || dueWords === undefined) return undefined;
  const timeZone = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = { wallMs: readWall(dueAtMs, timeZone), saidMs: readWall(createdAtMs, timeZone), timeZone };
  const recurrence = findAnyRecurrence(dueWords, clock)?.recurrence;
  return recurrence && { recurrence, firstAtMs: dueAtMs, timeZone };
}

export function isRecurring(plan: Dated, timeZone?: string): boolean {
  return resolveRecurring(plan, timeZone) !== undefined;
}

/** Whether the plan's last day depends on the day on which its words were said, as for "daily for two weeks". */
export function isCountedFromSaying({ dueAtMs, dueWords }: Dated, timeZone: string): boolean {
  if (dueAtMs === undefined || dueWords === undefined) return false;
  const wallMs = readWall(dueAtMs, timeZone);
  const [one, other] = [wallMs, wallMs - dayMs].map((saidMs) =>
    JSON.stringify(findAnyRecurrence(dueWords, { wallMs, saidMs, timeZone })?.recurrence),
  );
  return one !== other;
}

/** The plan. If it recurs, it has the due date that counts now. */
export function withCurrentDue<Plan extends Dated>(plan: Plan, moment: DueMoment): Plan {
  const recurring = resolveRecurring(plan, moment.timeZone);
  if (recurring === undefined) return plan;
  return { ...plan, dueAtMs: computeCurrentDue(recurring, moment.nowMs, moment.apartMs) };
}

type Weighed = {
  readonly id: ItemId;
  readonly dueAtMs: number | undefined;
  readonly createdAtMs: number;
};

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
    const { dueAtMs } = withCurrentDue({ ...item, dueWords: words }, moment);
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

/** If the plan was done or skipped this time, finds the change that gave it its present date. */
export function findSettling(
  { dueAtMs }: Pick<ItemState, 'dueAtMs'>,
  changes: readonly ItemChange[],
): ItemChange | undefined {
  const dating = changes.findLast(({ before }) => before !== undefined && before.dueAtMs !== dueAtMs);
  return dating !== undefined && isSettling(dating) ? dating : undefined;
}
