// Makes the calls by which a model puts right what the record forgot, after a check found that record and telling differ.

import type { NarrativeFlag } from '../audit/audit-flag.ts';
import type { RoundReply } from '../loop/ask-for-reply.ts';
import { buildCallMemory, executeCall } from '../loop/execute-call.ts';
import { onlyMending } from '../prompts/prompts.ts';
import type { TurnRun } from '../turn-run.ts';

/** The tools that put right what a sheet says. */
export const corrections: ReadonlySet<string> = new Set(
  'adjust set item_add item_remove condition_add condition_remove'.split(' '),
);

/** What may be wrong because a call was forgotten. Dice, refusals and the player's own words are never put right in this way. */
const forgettable: ReadonlySet<string> = new Set(['number', 'loss', 'item', 'condition']);

export function isForgettable({ kind }: Pick<NarrativeFlag, 'kind'>): boolean {
  return forgettable.has(kind);
}

const mostCalls = 8;

/**
 * Makes the calls of tools that put right what a sheet says, and refuses any other or further ones. Returns how many
 * were done. Each passes the same checks as the other calls of the turn, and is shown in the same way.
 */
export function applyCorrections(run: TurnRun, { text, reasoning, calls }: RoundReply): number {
  run.messages.push({ role: 'assistant', content: text, ...(reasoning === '' ? {} : { reasoning }), calls });
  const memory = buildCallMemory();
  let done = 0;
  for (const [index, call] of calls.entries()) {
    const isAllowed = index < mostCalls && corrections.has(call.name);
    const { ok, say } = isAllowed
      ? executeCall(run, { call, round: 1, beside: calls, memory })
      : { ok: false, say: onlyMending };
    done += ok ? 1 : 0;
    run.messages.push({ role: 'tool', callId: call.id, name: call.name, content: say });
  }
  return done;
}
