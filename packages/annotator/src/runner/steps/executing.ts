// Executing: answers the calls of a reply; effects, answers and steps are committed together.

import { createHash } from 'node:crypto';
import { Bug } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { runTool } from '@terrarium/kernel/tool';
import { buildToolContext } from '../build-tool-context.ts';
import { findConflict } from '../find-conflict.ts';
import { findNextState, goesInCircles } from '../find-next-state.ts';
import type { CallAnswered, OpenReply, StepId } from '../journal.ts';
import { indexScene, type Run, takeStep } from '../run.ts';
import type { RunEvent } from '../run-events.ts';
import type { RunnerState } from '../states.ts';

export function executing(run: Run): RunnerState {
  indexScene(run);
  const events = run.stores.journal.transaction(() => answerCalls(run));
  for (const event of events) run.emit(event);
  return findNextState(run.desk.progress, run.settings);
}

/** Answers what is still unanswered, a step each. */
function answerCalls(run: Run): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (;;) {
    const { reply } = run.desk.progress;
    if (reply?.calls === undefined) throw new Bug('There is no call to answer.');
    const call = reply.calls[reply.answered];
    if (call === undefined) return events;
    events.push(...takeCall(run, reply, call));
  }
}

function takeCall(run: Run, reply: OpenReply, call: ToolCall): readonly RunEvent[] {
  const answers: Answer[] = [];
  takeStep(run, (stepId) => {
    const answer = answerCall(run, call, stepId);
    answers.push(answer);
    const { body, say, shown } = answer;
    if (reply.channel === 'text') return { body: { ...body, say } };
    const note = findNote(run, reply, body.digest);
    const content = note === undefined ? say : `${say}\n<note>${note}</note>`;
    return {
      body,
      messages: [{ message: { role: 'tool', callId: call.id, name: call.name, content }, shown }],
    };
  });
  return answers.flatMap((answer) => listEvents(run, answer));
}

type Answer = ReturnType<typeof answerCall>;

function answerCall(run: Run, call: ToolCall, stepId: StepId) {
  const { journal, glossary } = run.stores;
  const conflict = findConflict(run, call);
  const { ok, say } = conflict ?? runTool(run.tools, call, buildToolContext(run, stepId));
  const changes = glossary.readChangesOfStep(stepId);
  const created = changes.filter((change) => change.isNew).map((change) => change.entryId);
  const updated = changes.filter((change) => !change.isNew).map((change) => change.entryId);
  if (changes.length > 0) journal.addTotals({ created: created.length, updated: updated.length });
  const digest = createHash('sha256').update([call.name, call.arguments, say].join('\0')).digest('base64url');
  const body: CallAnswered = {
    kind: 'call-answered',
    name: call.name,
    isWrite: run.tools.get(call.name)?.isWrite ?? false,
    ok,
    isConflict: conflict !== undefined,
    digest: digest.slice(0, 16),
    created,
    updated,
    say: undefined,
  };
  const shown = changes
    .filter((change) => !change.isDeleted)
    .map(({ entryId, revision }) => ({ entryId, revision }));
  return { body, say, shown };
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

function listEvents(run: Run, { body, say }: Answer): readonly RunEvent[] {
  const { glossary } = run.stores;
  const findTerm = (id: CallAnswered['created'][number]) => glossary.find(id)?.term ?? '';
  if (!body.ok) return [{ kind: 'call-refused', tool: body.name, say, isConflict: body.isConflict }];
  return [
    ...body.created.map((id) => ({ kind: 'entry-created', entryId: id, term: findTerm(id) }) as const),
    ...body.updated.map((id) => ({ kind: 'entry-updated', entryId: id, term: findTerm(id) }) as const),
  ];
}
