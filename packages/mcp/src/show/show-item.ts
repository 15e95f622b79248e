// Shows what is held in mind: an item or a plan, as a line for the model and as a value for programs.

import { renderInstant } from '@terrarium/kernel/environment';
import type { Ingested } from '@terrarium/memory/ingest';
import type { Plan } from '@terrarium/memory/plans';
import type { z } from 'zod';
import type { itemOutput, planOutput } from './outputs.ts';
import { renderTime } from './render-time.ts';

type Item = Ingested['effects'][number]['item'];

export function renderItem({ kind, id, content }: Item): string {
  return `${kind} ${id}: ${content}`;
}

export function renderPlan(plan: Plan, timeZone: string): string {
  const due = plan.dueAtMs === undefined ? '' : `, due ${renderTime(plan.dueAtMs, timeZone)}`;
  return `${plan.phase}${due}: ${plan.content} (item ${plan.id})`;
}

export function buildItemValue({
  id,
  kind,
  content,
  status,
  eventId,
  createdAtMs,
  dueAtMs,
}: Item): z.input<typeof itemOutput> {
  const due = dueAtMs === undefined ? null : renderInstant(dueAtMs);
  return { item: id, kind, content, status, event: eventId, created: renderInstant(createdAtMs), due };
}

export function buildPlanValue(plan: Plan): z.input<typeof planOutput> {
  return { ...buildItemValue(plan), phase: plan.phase };
}
