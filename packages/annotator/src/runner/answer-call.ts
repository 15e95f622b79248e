// Answers one call of a reply: its effect, its answer and its step are committed together.

import { createHash } from 'node:crypto';
import { Bug } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { StepId } from '../journal/journal.ts';
import type { CallAnswered, OpenReply } from '../journal/open-reply.ts';
import type { OpenSummon } from '../journal/progress.ts';
import { chooseSnapshot } from '../moments/load-snapshot.ts';
import { openSummoned, type SummonedReader } from '../moments/open-summoned.ts';
import { isCircling } from './choose-next-state.ts';
import { type Run, recordStep } from './run.ts';
import type { RunEvent } from './run-events.ts';

/** The answer to a call; `isConflict`: whether it was refused because a later scene has changed the same entry. */
export type SettledCall = ToolAnswer & { readonly isConflict?: boolean };

export function findOpenCall({ session }: Run): ToolCall | undefined {
  const { reply } = session.progress;
  if (reply?.calls === undefined) throw new Bug('There is no call to answer.');
  return reply.calls[reply.answered];
}

/**
 * Answers the next call with the result of `execute`, which may change the glossary. Returns the events that report the
 * answer.
 */
export function answerCall(run: Run, execute: (stepId: StepId) => SettledCall): readonly RunEvent[] {
  const { reply } = run.session.progress;
  const call = findOpenCall(run);
  if (reply === undefined || call === undefined) throw new Bug('There is no call to answer.');
  const answers: Answer[] = [];
  recordStep(run, (stepId) => {
    const answer = buildAnswer(run, { call, stepId, settled: execute(stepId) });
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

interface CallAtStep {
  readonly call: ToolCall;
  readonly stepId: StepId;
  readonly settled: SettledCall;
}

type Answer = ReturnType<typeof buildAnswer>;

function buildAnswer(run: Run, { call, stepId, settled }: CallAtStep) {
  const { journal, glossary } = run.stores;
  const { ok, say, isConflict = false } = settled;
  const isGarbled = !settled.ok && settled.isGarbled === true;
  const isHeld = settled.ok && settled.isHeld === true;
  const isPartial = settled.ok && settled.isPartial === true;
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
    isConflict,
    ...(isGarbled ? { isGarbled } : {}),
    ...(isHeld ? { isHeld } : {}),
    ...(isPartial ? { isPartial } : {}),
    digest: digest.slice(0, 16),
    created,
    updated,
    say: undefined,
  };
  const shown = changes
    .filter((change) => !change.isDeleted)
    .map(({ entryId, revision, isNew }) => ({ entryId, revision, isPart: !isNew }));
  return { body, say, shown };
}

/**
 * What the model is told with the last answer to a reply: that no more calls are accepted, or that the reply was cut
 * off.
 */
function findNote(run: Run, reply: OpenReply, digest: string): string | undefined {
  const { formerDigests, rounds, fold } = run.session.progress;
  const isLast = reply.answered + 1 === reply.calls?.length;
  if (!isLast) return undefined;
  if (isCircling(formerDigests, [...reply.digests, digest])) {
    return 'The same call got the same answer twice in a row: this scene is closed.';
  }
  if (rounds >= run.settings.maxToolRounds) return 'No more calls for this scene: it is closed.';
  if (fold !== undefined && fold.recordRounds > 1) return 'No more calls for these scenes.';
  return reply.isCut
    ? 'Your reply was cut off at its token limit. Send what is missing, with fewer calls at once.'
    : undefined;
}

function listEvents(run: Run, { body, say }: Answer): readonly RunEvent[] {
  const { glossary } = run.stores;
  const nameEntry = (id: CallAnswered['created'][number]) => glossary.find(id)?.term ?? '';
  if (!body.ok) return [{ kind: 'call-refused', tool: body.name, say, isConflict: body.isConflict }];
  return [
    ...body.created.map((id) => ({ kind: 'entry-created', entryId: id, term: nameEntry(id) }) as const),
    ...body.updated.map((id) => ({ kind: 'entry-updated', entryId: id, term: nameEntry(id) }) as const),
  ];
}

/** Throws `UsageError` if no reader of the snapshot can be asked. */
export function openSummonedReader(run: Run, { snapshotId }: Pick<OpenSummon, 'snapshotId'>): SummonedReader {
  const { session } = run;
  if (session.summoned?.snapshot.id === snapshotId) return session.summoned;
  closeSummonedReader(run);
  const reader = openSummoned(run, chooseSnapshot(run, snapshotId));
  session.summoned = reader;
  return reader;
}

/** Closes the summoned reader, because no more questions will be asked. */
export function closeSummonedReader({ session }: Run): void {
  session.summoned?.close();
  session.summoned = undefined;
}
