// Initialising: plans the corpus, opens the conversation, and finds where the journal stopped.

import { UsageError } from '@terrarium/kernel/errors';
import { findNextState } from '../find-next-state.ts';
import { advance, untouchedScene } from '../journal.ts';
import type { Run } from '../run.ts';
import { findSceneLimit } from '../run-settings.ts';
import type { RunnerState } from '../states.ts';

export function initialising(run: Run): RunnerState {
  planCorpus(run);
  const { journal, ledger } = run.stores;
  const last = journal.findLastStep(run.desk.conversation.id);
  const scene = last === undefined ? undefined : ledger.findScene(last.sceneId);
  const counts = ledger.countScenes();
  const { committed, skipped, failed, running } = counts.byStatus;
  run.emit({
    kind: 'run-started',
    scenes: counts.total,
    closed: committed + skipped + failed,
    contextBudget: run.settings.contextBudget,
    model: run.model.id,
    isResumed: last !== undefined,
    isMidScene: running > 0,
  });
  if (last === undefined || scene === undefined || scene.corpus !== run.corpus.name) return { at: 'idling' };
  run.desk.scene = scene;
  run.desk.pages = undefined;
  const steps = journal.readSceneSteps({ conversationId: run.desk.conversation.id, sceneId: scene.id });
  run.desk.progress = steps.reduce((progress, step) => advance(progress, step.body), untouchedScene);
  return findNextState(run.desk.progress, run.settings);
}

/** Scenes are planned once, so that a scene means the same posts in every run. */
function planCorpus(run: Run): void {
  const { corpus } = run;
  const { ledger } = run.stores;
  const fingerprint = corpus.readFingerprint();
  const planned = ledger.readPlannedCorpora().find((one) => one.corpus === corpus.name);
  if (planned === undefined) {
    const maxCharacters = findSceneLimit(run.settings.contextBudget);
    ledger.planCorpus({ name: corpus.name, fingerprint }, corpus.planScenes({ maxCharacters }));
    return;
  }
  if (planned.fingerprint === fingerprint) return;
  throw new UsageError({
    code: 'corpus.changed',
    happened: `The corpus ${corpus.path} has changed since its reading began.`,
    todo: 'Put the file back as it was, or read the changed one in a new world: what was read stays as it is.',
  });
}
