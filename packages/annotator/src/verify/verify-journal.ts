// Verifies journal and ledger: every call has one answer, and each scene has the status that its steps give it.

import type { DecisionRecord } from '../curator/curation-store.ts';
import type { Revision } from '../glossary/revision.ts';
import { advance, type SceneProgress, type StepBody, untouchedScene } from '../journal/journal.ts';
import type { StoredStep } from '../journal/journal-store.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
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
      const { body } = step;
      const decision = annotator.stores.curation.findByStep(step.id);
      const changes = glossary.readChangesOfStep(step.id);
      const isAlreadyConfirmed = () => isConfirmedAt(glossary.readRevisions(body.entryId), step.id);
      yield* verifyDecision(step, body, { decision, changes, isAlreadyConfirmed });
    }
    open.set(key, advance(progress, step.body));
    if (step.body.kind === 'checkpointed') open.delete(key);
  }
  const next = journal.readNextStepId();
  if (next !== totals.former + 1)
    yield {
      code: 'RN3',
      what: `Step ${totals.former} is the last, but step ${next} is recorded as the next.`,
    };
  yield* verifyTotals(annotator, totals);
}

/** Finds steps that the runner cannot have written, because they cannot follow from the progress before them. */
function* verifyOrder(step: StoredStep, progress: SceneProgress): Iterable<Problem> {
  const { reply } = progress;
  const unanswered = reply?.calls === undefined ? 0 : reply.calls.length - reply.answered;
  const name = `Step ${step.id} (${step.body.kind})`;
  if (step.body.kind === 'call-answered' && unanswered <= 0)
    yield { code: 'RN2', what: `${name} answers no call.` };
  if (step.body.kind !== 'call-answered' && !isOfSummon(step.body) && unanswered > 0) {
    yield {
      code: 'RN2',
      what: `${name} was recorded before all tool calls of the last reply were answered (still open: ${unanswered}).`,
    };
  }
  if (step.body.kind === 'scene-opened' && progress.isOpened)
    yield { code: 'RN3', what: `${name} opens a scene that is already open.` };
  if (step.body.kind === 'scene-closed' && progress.closed !== undefined) {
    yield { code: 'RN3', what: `${name} closes a closed scene.` };
  }
}

/**
 * Whether the step belongs to a dialogue with an earlier reader, which takes several steps before its call is
 * answered.
 */
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
  /** Whether the entry was already confirmed: to confirm it again makes no revision. */
  readonly isAlreadyConfirmed: () => boolean;
}

/**
 * Compares the three places in which a decision is recorded: its step, the list of decisions, and the revisions that
 * it made.
 */
function* verifyDecision(
  step: StoredStep,
  { entryId, outcome }: Applied,
  { decision, changes, isAlreadyConfirmed }: DecisionTraces,
): Iterable<Problem> {
  const hasChanged = changes.some((change) => change.entryId === entryId);
  const isListed = decision?.entryId === entryId && decision.outcome === outcome;
  const isLeft = outcome === 'UNDECIDED' || (outcome === 'CONFIRM' && !hasChanged && isAlreadyConfirmed());
  if (isListed && hasChanged !== isLeft) return;
  yield {
    code: 'CU6',
    what: `Step ${step.id} decided ${outcome} about entry ${entryId}; the list of decisions says ${decision?.outcome ?? 'nothing'}, and the entry was ${hasChanged ? '' : 'not '}changed.`,
  };
}

/**
 * Whether the entry can have been confirmed when the step was recorded. A person's change belongs to no step: if it is
 * between changes of earlier and of later steps, it may have been made before the step or after it.
 */
function isConfirmedAt(revisions: readonly Revision[], stepId: number): boolean {
  const changes = revisions.filter(({ field }) => field === 'status');
  const isEarlier = (one: Revision) => one.stepId !== undefined && one.stepId <= stepId;
  const isLater = (one: Revision) => one.stepId !== undefined && one.stepId > stepId;
  const last = changes.findLastIndex(isEarlier);
  const next = changes.findIndex(isLater);
  const possible = changes.slice(Math.max(last, 0), next === -1 ? undefined : next);
  return possible.some((one) => one.new === '"confirmed"');
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

export function* verifyLedger(annotator: Annotator): Iterable<Problem> {
  yield* verifyPlans(annotator);
  const { stores } = annotator;
  const reading = stores.context.findConversation('reading');
  let posts = 0;
  const running: LedgerScene[] = [];
  for (const scene of stores.ledger.iterateScenes()) {
    const steps =
      reading === undefined
        ? []
        : stores.journal.readSceneSteps({ conversationId: reading.id, sceneId: scene.id });
    const progress = steps.reduce((sum, step) => advance(sum, step.body), untouchedScene);
    yield* verifyScene(annotator, scene, progress);
    if (progress.closed !== undefined) posts += scene.posts;
    if (scene.status === 'running') running.push(scene);
  }
  if (running.length > 1) yield { code: 'RN13', what: `${running.length} scenes are running at once.` };
  const totals = stores.journal.readTotals();
  if (totals.postsProcessed !== posts) {
    yield {
      code: 'RN2',
      what: `The totals say that ${totals.postsProcessed} posts were read; the closed scenes hold ${posts}.`,
    };
  }
}

/**
 * Checks that each planned corpus is still the same file, and that the ledger still has as many of its scenes and
 * posts as were planned.
 */
function* verifyPlans({ corpora, stores }: Annotator): Iterable<Problem> {
  for (const planned of stores.ledger.readPlannedCorpora()) {
    const corpus = corpora.get(planned.corpus);
    if (corpus === undefined) {
      yield {
        code: 'RN4',
        what: `The corpus ${planned.corpus} is gone: no quote can be checked until it is back.`,
      };
      continue;
    }
    if (corpus.readFingerprint() !== planned.fingerprint) {
      yield {
        code: 'RN4',
        what: `The corpus ${planned.corpus} has changed since it was planned.`,
        isStale: true,
      };
    }
    const { scenes, posts } = stores.ledger.countPlanned(planned.corpus);
    if (scenes !== planned.sceneCount || posts !== planned.postCount) {
      yield {
        code: 'RN4',
        what: `${planned.corpus} was planned as ${planned.sceneCount} scenes of ${planned.postCount} posts; the table of scenes holds ${scenes} scenes of ${posts} posts.`,
      };
    }
  }
}

function* verifyScene(annotator: Annotator, scene: LedgerScene, progress: SceneProgress): Iterable<Problem> {
  const name = `Scene ${scene.id}`;
  const isClosed = scene.status === 'committed' || scene.status === 'skipped' || scene.status === 'failed';
  const hasRetry = annotator.stores.context.findConversation('retry', scene.id) !== undefined;
  if (isClosed && progress.closed === undefined) {
    yield {
      code: 'RN4',
      what: `${name} is ${scene.status} in the table of scenes, but not closed in the journal.`,
    };
  }
  if (!isClosed && progress.closed !== undefined) {
    yield {
      code: 'RN4',
      what: `${name} is closed in the journal, but ${scene.status} in the table of scenes.`,
    };
  }
  if (scene.status === 'committed' && progress.closed === 'skipped' && !hasRetry) {
    yield { code: 'RN6', what: `${name} was skipped, but is committed in the table of scenes.` };
  }
  if (isClosed && !scene.isIndexed) {
    yield { code: 'RN2', what: `${name} is closed and its posts are not counted as read.` };
  }
}
