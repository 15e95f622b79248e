// Renders plans: what is due and when, whatever their present score.

import type { Plan } from '@terrarium/memory/plans';
import { renderDueDate } from '@terrarium/memory/render-moment';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface PlansScreen {
  readonly width: number;
  /** Only some of them were asked for. */
  readonly isPart?: boolean;
  readonly timeZone: string;
  readonly nowMs: number;
  /** Why there may be none at all. */
  readonly whyNone?: string | undefined;
}

const urgent: ReadonlySet<string> = new Set(['due', 'grace', 'overdue']);

export function renderPlans(
  plans: readonly Plan[],
  { width, timeZone, nowMs, isPart, whyNone }: PlansScreen,
): readonly string[] {
  if (plans.length === 0) {
    const none = `There is no open plan${isPart === true ? ' of that kind' : ''}.`;
    return [none, ...(whyNone === undefined ? [] : wrapText(whyNone, { width }))];
  }
  return plans.flatMap(({ id, phase, content, dueAtMs }) => {
    const when = dueAtMs === undefined ? '' : ` · due ${renderDueDate(dueAtMs, { nowMs, timeZone })}`;
    const head = `${paint(phase, urgent.has(phase) ? 'yellow' : 'bold')} ${paint(`plan ${id}${when}`, 'dim')}`;
    return [head, ...wrapText(content, { width, indent: '  ' })];
  });
}
