// Applies calls within an action, each with its cause; leaves out and reports a call that cannot be executed.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { runTool, type Tool } from '@terrarium/kernel/tool';
import { stripSecrets } from '../../values/hidden-text.ts';
import { adjust } from '../adjust.ts';
import { advanceClock } from '../advance-time.ts';
import { clockTick } from '../clock-tick.ts';
import { conditionAdd } from '../condition-add.ts';
import { conditionRemove } from '../condition-remove.ts';
import { itemAdd } from '../item-add.ts';
import { itemRemove } from '../item-remove.ts';
import { mark } from '../mark.ts';
import { modeSet } from '../mode-set.ts';
import { set } from '../set.ts';
import type { Workbench } from '../workbench.ts';
import type { Call } from './list-effect-calls.ts';

const tools = new Map<string, Tool<Workbench>>(
  [adjust, set, mark, itemAdd, itemRemove, conditionAdd, conditionRemove, clockTick, modeSet].map((tool) => [
    tool.name,
    tool,
  ]),
);

/** The cause that is noted for a change if no other is given. */
const plainCause = 'it was asked for';

/**
 * A line for each call: what it changed, or why it was left out. These tools refuse before they change anything, so a
 * call that is left out leaves nothing behind.
 */
export function applyCalls(bench: Workbench, calls: readonly Call[], cause: string): readonly string[] {
  return calls.map(({ name, arguments: given, because: own }) => {
    const whole = own === undefined ? cause : `${cause}, ${own}`;
    const caused: Workbench = {
      ...bench,
      edit: (id, edits, because) =>
        bench.edit(id, edits, because === plainCause ? whole : `${whole}; ${because}`),
    };
    const call = { id: '', name, arguments: JSON.stringify(given) };
    const minutes = name === 'time_advance' ? Number(given['minutes']) : undefined;
    const answer = minutes === undefined ? runTool(tools, call, caused) : advanceClock(caused, { minutes });
    return answer.ok ? answer.say : `(left out: ${escapeLine(stripSecrets(answer.say), 160)})`;
  });
}
