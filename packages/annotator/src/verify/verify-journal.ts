// Verifies the journal: every call of every reply has one answer, and answers and revisions tell the same.

import type { DecisionRecord } from '../curator/curation-store.ts';
import { advance, type SceneProgress, type StepBody, untouchedScene } from '../journal/journal.ts';
import type { StoredStep } from '../journal/journal-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

export function* verifyJournal(annotator: Annotator): Iterable<Problem> {
  const { journal, glossary } = annotator.stores;
  const open = new Map<string, SceneProgress>();
  const totals = { created: 0, updated: 0, former: 0 };
  for (const step of journal.iterateSteps()) {
    if (step.id !== totals.former + 1)
      yield { code: 'RN3', what: `Step ${totals.former + 1} is missing from the journal.` };
    totals.former = step.id;
    const key = `${step.conversationId}/${step.sceneId}`;
    const progress = open.get(key) ?? untouchedScene;
    yield* verifyOrder(step, progress);
    if (step.body.kind === 'call-answered') {
      totals.created += step.body.created.length;
      totals.updated += step.body.updated.length;
      yield* verifyAnswer(step, step.body, glossary.readChangesOfStep(step.id));
    }
    if (step.body.kind === 'decision-applied') {
      const decision = annotator.stores.curation.findByStep(step.id);
      yield* verifyDecision(step, step.body, { decision, changes: glossary.readChangesOfStep(step.id) });
    }
    open.set(key, advance(progress, step.body));
    if (step.body.kind === 'checkpointed') open.delete(key);
  }
  const next = journal.readNextStepId();
  if (next !== totals.former + 1)
    yield {
      code: 'RN3',
      what: `Step ${totals.former} is the last, and step ${next} is said to be the next.`,
    };
  yield* verifyTotals(annotator, totals);
}

/** A step that follows from nothing was written by no runner. */
function* verifyOrder(step: StoredStep, progress: SceneProgress): Iterable<Problem> {
  const { reply } = progress;
  const unanswered = reply?.calls === undefined ? 0 : reply.calls.length - reply.answered;
  const name = `Step ${step.id} (${step.body.kind})`;
  if (step.body.kind === 'call-answered' && unanswered <= 0)
    yield { code: 'RN2', what: `${name} answers no call.` };
  if (step.body.kind !== 'call-answered' && !isOfSummon(step.body) && unanswered > 0) {
    yield {
      code: 'RN2',
      what: `${name} stands where ${unanswered} calls of a reply wait for their answers.`,
    };
  }
  if (step.body.kind === 'scene-opened' && progress.isOpened)
    yield { code: 'RN3', what: `${name} opens an open scene.` };
  if (step.body.kind === 'scene-closed' && progress.closed !== undefined) {
    yield { code: 'RN3', what: `${name} closes a closed scene.` };
  }
}

/** What a call asks of an earlier reader takes several steps before it is answered. */
function isOfSummon(body: StepBody): boolean {
  return body.kind.startsWith('summon-') || (body.kind === 'overflow' && body.purpose.for === 'summon');
}

type Answered = StepBody & { readonly kind: 'call-answered' };
type Changes = ReturnType<Annotator['stores']['glossary']['readChangesOfStep']>;

function* verifyAnswer(step: StoredStep, body: Answered, changes: Changes): Iterable<Problem> {
  const created = changes.filter((change) => change.isNew).map((change) => change.entryId);
  const updated = changes.filter((change) => !change.isNew).map((change) => change.entryId);
  if (created.join() === body.created.join() && updated.join() === body.updated.join()) return;
  yield {
    code: 'RN2',
    what: `Step ${step.id} says it created [${body.created}] and changed [${body.updated}]; its revisions say [${created}] and [${updated}].`,
  };
}

type Applied = StepBody & { readonly kind: 'decision-applied' };

interface DecisionTraces {
  readonly decision: DecisionRecord | undefined;
  readonly changes: Changes;
}

/** What a decision did is said three times: by its step, by the list of decisions, and by the revisions it made. */
function* verifyDecision(
  step: StoredStep,
  { entryId, outcome }: Applied,
  { decision, changes }: DecisionTraces,
): Iterable<Problem> {
  const hasChanged = changes.some((change) => change.entryId === entryId);
  const isListed = decision?.entryId === entryId && decision.outcome === outcome;
  if (isListed && hasChanged === (outcome !== 'UNDECIDED')) return;
  yield {
    code: 'CU6',
    what: `Step ${step.id} decided ${outcome} about entry ${entryId}; the list says ${decision?.outcome ?? 'nothing'}, and its revisions ${hasChanged ? 'changed it' : 'left it'}.`,
  };
}

interface CountedChanges {
  readonly created: number;
  readonly updated: number;
}

function* verifyTotals({ stores }: Annotator, counted: CountedChanges): Iterable<Problem> {
  const { entriesCreated, entriesUpdated } = stores.journal.readTotals();
  if (entriesCreated === counted.created && entriesUpdated === counted.updated) return;
  yield {
    code: 'RN2',
    what: `The totals say ${entriesCreated} entries created and ${entriesUpdated} changes; the journal says ${counted.created} and ${counted.updated}.`,
  };
}
