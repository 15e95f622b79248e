// Lists the plans that messages of a talk made, with the dates that were understood.
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { describeRecurrence } from '@terrarium/memory/describe-item';
import type { Ingested } from '@terrarium/memory/ingest';
import type { WorkingItem } from '@terrarium/memory/item';
import { renderDueDate } from '@terrarium/memory/render-moment';
import type { ChatContext } from './chat-context.ts';

export type Effects = Ingested['effects'];

const shownOfPlan = 80;
const understood: readonly string[] = ['created', 'refreshed'];

/** A line for each plan that the effects made or refreshed, and what was replaced. */
export function listDue(
  { shell, world }: Pick<ChatContext, 'shell' | 'world'>,
  effects: Effects,
): readonly string[] {
  const screen = { nowMs: shell.environment.clock.now(), timeZone: world.settings.timeZone };
  const ofPlans = effects.filter(({ item }) => item.kind === 'plan');
  const plans = new Map(
    ofPlans.flatMap(({ effect, item }) => (understood.includes(effect) ? [[item.id, item]] : [])),
  );
  const replaced = ofPlans.flatMap(({ effect, item }) => (effect === 'superseded' ? [item] : []));
  for (const { id } of replaced) plans.delete(id);
  const isOne = plans.size === 1;
  const inPlace = isOne ? replaced.map(describeReplaced) : [];
  const notes = inPlace.length === 0 ? '' : `, in place of ${inPlace.join(' and ')}`;
  const lines = [...plans.values()].map((plan) => {
    const { id, dueAtMs, dueWords, content } = plan;
    const again = describeRecurrence(plan, screen.timeZone);
    const every = again === undefined ? '' : `, ${escapeLine(again, shownOfPlan)}`;
    const verb = dueWords === undefined ? 'moved to' : 'due';
    const due =
      dueAtMs === undefined ? 'without a date' : `${verb} ${renderDueDate(dueAtMs, screen)}${every}`;
    return `plan ${id}: ${due}${notes}: ${escapeLine(content, shownOfPlan)}`;
  });
  return [...lines, ...(isOne ? [] : replaced.map((item) => `replaced: ${describeReplaced(item)}`))];
}

function describeReplaced({ id, content }: WorkingItem): string {
  return `plan ${id} (“${escapeLine(content, shownOfPlan)}”)`;
}

/** The effects, without those of plans that were only said again and are due as before. */
export function removeRepeated(effects: Effects, before: readonly WorkingItem[]): Effects {
  const known = new Map(before.map(({ id, dueAtMs }) => [id, dueAtMs]));
  return effects.filter(
    ({ effect, item: { id, dueAtMs } }) =>
      effect !== 'refreshed' || !known.has(id) || known.get(id) !== dueAtMs,
  );
}
