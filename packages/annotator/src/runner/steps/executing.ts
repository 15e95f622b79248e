// Executing: answers the calls of a reply; effects, answers and steps are committed together.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { runTool } from '@terrarium/kernel/tool';
import type { StepId } from '../../journal/journal.ts';
import { isSummonTool } from '../../tools/summon-tools.ts';
import { answerCall, findOpenCall, type SettledCall } from '../answer-call.ts';
import { buildToolContext } from '../build-tool-context.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { findConflict } from '../find-conflict.ts';
import { type Run, recordSceneRead } from '../run.ts';
import type { RunEvent } from '../run-events.ts';
import type { RunnerState } from '../states.ts';

export function executing(run: Run): RunnerState {
  recordSceneRead(run);
  const events = run.stores.journal.runInTransaction(() => answerCalls(run));
  for (const event of events) run.emit(event);
  return chooseNextState(run.session.progress, run.settings);
}

/** Answers what is still unanswered, a step each, up to a call that takes several. */
function answerCalls(run: Run): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (;;) {
    const call = findOpenCall(run);
    if (call === undefined || isSummonTool(call.name)) return events;
    events.push(...answerCall(run, (stepId) => executeCall(run, call, stepId)));
  }
}

function executeCall(run: Run, call: ToolCall, stepId: StepId): SettledCall {
  const isWrite = run.tools.get(call.name)?.isWrite ?? false;
  const { summon } = run.session.progress;
  if (isWrite && summon !== undefined) {
    const say = `Nothing is written while the reader of snapshot ${summon.snapshotId} is summoned: call summon_dismiss first.`;
    return { ok: false, say };
  }
  const conflict = findConflict(run, call);
  if (conflict !== undefined) return { ...conflict, isConflict: true };
  return runTool(run.tools, call, buildToolContext(run, stepId));
}
