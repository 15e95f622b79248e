// Shows what is held in mind: an item or a plan, as a line for the model.

import type { Ingested } from '@terrarium/memory/ingest';
import type { Plan } from '@terrarium/memory/plans';
import { renderDueDate } from '@terrarium/memory/render-moment';

type Item = Ingested['effects'][number]['item'];

export function renderItem({ kind, id, content }: Item): string {
  return `${kind} ${id}: ${content}`;
}

export function renderPlan(plan: Plan, timeZone: string): string {
  const due = plan.dueAtMs === undefined ? '' : `, due ${renderDueDate(plan.dueAtMs, { timeZone })}`;
  return `${plan.phase}${due}: ${plan.content} (item ${plan.id})`;
}
