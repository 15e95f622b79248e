// Shows an item or a plan as a line for the model.

import type { Ingested } from '@terrarium/memory/ingest';
import type { Plan } from '@terrarium/memory/plans';
import { renderDueDate } from '@terrarium/memory/render-moment';

type Item = Ingested['effects'][number]['item'];

export function renderItem({ kind, id, content, dueAtMs }: Item, timeZone: string): string {
  return `${kind} ${id}${renderDue(dueAtMs, timeZone)}: ${content}`;
}

export function renderPlan(plan: Plan, timeZone: string): string {
  const { movedFromMs, recurrence } = plan;
  const again = recurrence === undefined ? '' : `, ${recurrence}`;
  const moved = movedFromMs === undefined ? '' : `, moved from ${renderDueDate(movedFromMs, { timeZone })}`;
  return `${plan.phase}${renderDue(plan.dueAtMs, timeZone)}${again}${moved}: ${plan.content} (item ${plan.id})`;
}

function renderDue(dueAtMs: number | undefined, timeZone: string): string {
  return dueAtMs === undefined ? '' : `, due ${renderDueDate(dueAtMs, { timeZone })}`;
}
