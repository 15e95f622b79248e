// Tells whether a call was refused with the offer to execute it if it is sent again: in this turn or in its earlier telling.

import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { isSameJson } from '../../values/is-same-json.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { parseCall } from './parse-call.ts';

/** The last words of a refusal after which the same call is executed if it is sent once more. */
export const sendAgain = 'send the same call again.';

export function hasSlippedBefore(done: readonly (Action & Acted)[], call: Call, say: string): boolean {
  if (!say.endsWith(sendAgain)) return false;
  return done.some((action) => {
    return !action.ok && action.say.endsWith(sendAgain) && isSameCall(action, call);
  });
}

/**
 * Whether, in the earlier telling of the turn, the call was refused with the offer to send it again, was sent again,
 * and was executed. The model is given its calls of that telling to send again, and a refusal of one would hold back
 * others.
 */
export function isConfirmed(retold: readonly (Action & Acted)[], call: Call): boolean {
  const refused = retold.findIndex(
    (action) => !action.ok && action.say.endsWith(sendAgain) && isSameCall(action, call),
  );
  return refused >= 0 && retold.slice(refused + 1).some((action) => action.ok && isSameCall(action, call));
}

function isSameCall({ tool, arguments: written }: Action, call: Call): boolean {
  if (tool !== call.name) return false;
  const before = parseCall({ name: tool, arguments: written });
  return before !== undefined && isSameJson(before.arguments, call.arguments);
}
