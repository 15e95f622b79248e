// Tells whether a call was refused earlier in this turn with the remark that sending it again will execute it.

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
    if (action.ok || action.tool !== call.name || !action.say.endsWith(sendAgain)) return false;
    const before = parseCall({ name: action.tool, arguments: action.arguments });
    return before !== undefined && isSameJson(before.arguments, call.arguments);
  });
}
