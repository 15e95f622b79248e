// Executes what a model notes beside the last telling of a turn, when no answer can reach it any more.

import type { TurnRun } from '../turn-run.ts';
import type { RoundReply } from './ask-for-reply.ts';
import { type CallMemory, executeCall } from './execute-call.ts';

/** Tools that only record what the telling says: nothing of what they answer has to be told. */
const recording: ReadonlySet<string> = new Set([
  'note',
  'notebook',
  'reveal',
  'quest_update',
  'item_add',
  'item_remove',
  'mode_set',
]);

interface Closing {
  readonly reply: RoundReply;
  readonly round: number;
  readonly memory: CallMemory;
}

/**
 * Makes only calls of tools that record something. The beginning of a fight is not made either, since it rolls who acts
 * first.
 */
export function executeClosing(run: TurnRun, { reply, round, memory }: Closing): void {
  const { calls, isLastCallCut } = reply;
  const whole = isLastCallCut ? calls.slice(0, -1) : calls;
  for (const call of whole) {
    const isFight = call.name === 'mode_set' && JSON.stringify(call.arguments).includes('combat');
    if (recording.has(call.name) && !isFight) executeCall(run, { call, round, beside: whole, memory });
  }
}
