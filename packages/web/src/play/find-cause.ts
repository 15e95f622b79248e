// Finds why a turn was not finished: from what this page has followed, or from what the server has seen.

import type { LiveTelling } from './live-telling.ts';
import type { GameTable } from './table-types.ts';

type Cause = NonNullable<NonNullable<GameTable['left']>['failure']>;

/** Undefined if nothing is wrong, such as when the player has stopped the turn, or if nobody knows the cause. */
export function findCause(left: GameTable['left'], failure: LiveTelling['failure']): Cause | undefined {
  if (failure === undefined) return left?.failure;
  const { code, says, todo } = failure;
  return code === 'turn.cancelled' ? undefined : { code, happened: says, todo };
}
