// Renders plans: what is due and when, whatever their present score.

import type { Plan } from '@terrarium/memory/plans';
import { renderWait } from '@terrarium/memory/render-age';
import { renderDueDate } from '@terrarium/memory/render-moment';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface PlansScreen {
  readonly width: number;
  /** Whether the person asked for only some of the plans. */
  readonly isPart?: boolean;
  readonly timeZone: string;
  readonly nowMs: number;
  /** A possible reason why there are no plans at all. */
  readonly whyNone?: string | undefined;
}

/** The word shown beside the date of a plan, by its phase; empty for an active plan. */
const standings: Readonly<Record<Plan['phase'], string>> = {
  active: '',
  submerged: ' · only faintly in mind until its date is near',
  approaching: ' · coming up',
  due: ' · due now',
  grace: ' · was due a short while ago',
  overdue: ' · overdue',
  'open-ended': ' · some day',
};

/** A plan is `due` from one hour before its time. */
const dueSoon = ' · due soon';
const urgent: ReadonlySet<string> = new Set(['due', 'grace', 'overdue']);

export function renderPlans(
  plans: readonly Plan[],
  { width, timeZone, nowMs, isPart, whyNone }: PlansScreen,
): readonly string[] {
  if (plans.length === 0) {
    const none = `There is no open plan${isPart === true ? ' of that kind' : ''}.`;
    return [none, ...(whyNone === undefined ? [] : wrapText(whyNone, { width }))];
  }
  return plans.flatMap(({ id, phase, content, dueAtMs, movedFromMs, recurrence }) => {
    const looking = { nowMs, timeZone };
    const when =
      dueAtMs === undefined
        ? ''
        : ` · due ${renderDueDate(dueAtMs, looking)}, ${renderWait(dueAtMs, looking)}`;
    const moved = movedFromMs === undefined ? '' : ` · moved from ${renderDueDate(movedFromMs, looking)}`;
    const again = recurrence === undefined ? '' : ` · ${recurrence}`;
    const isAhead = phase === 'due' && dueAtMs !== undefined && dueAtMs > nowMs;
    const standing = paint(isAhead ? dueSoon : standings[phase], urgent.has(phase) ? 'yellow' : 'dim');
    const head = `${paint(`plan ${id}`, 'bold')}${paint(`${when}${again}${moved}`, 'dim')}${standing}`;
    return [head, ...wrapText(content, { width, indent: '  ' })];
  });
}
