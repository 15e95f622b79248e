// Executing: runs the next call; its effect, its answer and its step are committed together.

import { createHash } from 'node:crypto';
import { Bug } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { runTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { buildToolContext } from '../build-tool-context.ts';
import { findConflict } from '../find-conflict.ts';
import { findNextState, goesInCircles } from '../find-next-state.ts';
import type { CallAnswered, OpenReply, StepId } from '../journal.ts';
import { type Run, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function executing(run: Run): RunnerState {
  const { progress } = run.desk;
  const { reply } = progress;
  const call = reply?.calls?.[reply.answered];
  if (reply === undefined || call === undefined) throw new Bug('There is no call to answer.');
  const answered = { answer: undefined as ToolAnswer | undefined };
  const step = takeStep(run, (stepId) => {
    const { answer, body, shown } = answerCall(run, call, stepId);
    answered.answer = answer;
    if (reply.channel === 'text') return { body: { ...body, say: answer.say } };
    const note = findNote(run, reply, body.digest);
    const content = note === undefined ? answer.say : `${answer.say}\n<note>${note}</note>`;
    return {
      body,
      messages: [{ message: { role: 'tool', callId: call.id, name: call.name, content }, shown }],
    };
  });
  if (answered.answer?.ok === false)
    run.emit({ kind: 'call-refused', tool: call.name, say: answered.answer.say });
  if (step.kind === 'call-answered') emitChanges(run, step);
  return findNextState(run.desk.progress, run.settings);
}

function answerCall(run: Run, call: ToolCall, stepId: StepId) {
  const { journal } = run.stores;
  const conflict = findConflict(run, call);
  const answer = conflict ?? runTool(run.tools, call, buildToolContext(run, stepId));
  const changes = run.stores.stepChanges.read(stepId);
  const created = changes.filter((change) => change.isNew).map((change) => change.entryId);
  const updated = changes.filter((change) => !change.isNew).map((change) => change.entryId);
  journal.addTotals({ created: created.length, updated: updated.length });
  const digest = createHash('sha256')
    .update([call.name, call.arguments, answer.say].join('\0'))
    .digest('base64url');
  const body: CallAnswered = {
    kind: 'call-answered',
    name: call.name,
    isWrite: run.tools.get(call.name)?.isWrite ?? false,
    ok: answer.ok,
    isConflict: conflict !== undefined,
    digest: digest.slice(0, 16),
    created,
    updated,
    say: undefined,
  };
  const shown = changes
    .filter((change) => !change.isDeleted)
    .map(({ entryId, revision }) => ({ entryId, revision }));
  return { answer, body, shown };
}

/** What the model is told when this answer is the last the scene may have. */
function findNote(run: Run, reply: OpenReply, digest: string): string | undefined {
  const { formerDigests, rounds } = run.desk.progress;
  const isLast = reply.answered + 1 === reply.calls?.length;
  if (!isLast) return undefined;
  if (goesInCircles([...formerDigests, ...reply.digests, digest])) {
    return 'The same call got the same answer twice in a row: this scene is closed.';
  }
  return rounds >= run.settings.maxToolRounds ? 'No more calls for this scene: it is closed.' : undefined;
}

function emitChanges(run: Run, step: CallAnswered): void {
  const { glossary } = run.stores;
  for (const entryId of step.created) {
    run.emit({ kind: 'entry-created', entryId, term: glossary.find(entryId)?.term ?? '' });
  }
  for (const entryId of step.updated) {
    run.emit({ kind: 'entry-updated', entryId, term: glossary.find(entryId)?.term ?? '' });
  }
}
