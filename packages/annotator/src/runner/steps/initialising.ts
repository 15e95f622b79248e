// Initialising: plans the corpus, and finds where the journal stopped.

import { advance, untouchedScene } from '../../journal/journal.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { followCorpus } from '../follow-corpus.ts';
import { estimateLeastBudget, refuseSmallBudget } from '../least-budget.ts';
import { countUnplanned } from '../measure-unread.ts';
import { isKnownCallless } from '../preamble.ts';
import type { Run } from '../run.ts';
import { computeSceneLimit } from '../run-settings.ts';
import type { RunnerState } from '../states.ts';

export function initialising(run: Run): RunnerState {
  refuseSmall(run);
  followCorpus(run);
  const { journal, ledger } = run.stores;
  const last = journal.findLastStep(run.session.conversation.id);
  const scene = last === undefined ? undefined : (run.reread?.scene ?? ledger.findScene(last.sceneId));
  const counts = ledger.countScenes(run.queue.map(({ name }) => name));
  const { committed, skipped, failed, running } = counts.byStatus;
  const limits = { maxCharacters: computeSceneLimit(run.settings) };
  const ahead = run.queue.filter(({ name }) => name !== run.corpus.name);
  run.emit({
    kind: 'run-started',
    scenes: ahead.reduce((sum, corpus) => sum + countUnplanned(corpus, ledger, limits), counts.total),
    closed: committed + skipped + failed,
    contextBudget: run.settings.contextBudget,
    model: run.model.id,
    isResumed: last !== undefined,
    isMidScene: running > 0,
  });
  if (isKnownCallless(run.session.callless, run) && run.settings.tools !== 'none')
    run.emit({ kind: 'tools-unused', model: run.model.id });
  if (last === undefined || scene === undefined || scene.corpus !== run.corpus.name) return { at: 'idling' };
  run.session.scene = scene;
  run.session.pages = undefined;
  const steps = journal.readSceneSteps({ conversationId: run.session.conversation.id, sceneId: scene.id });
  run.session.progress = steps.reduce((progress, step) => advance(progress, step.body), untouchedScene);
  return chooseNextState(run.session.progress, run.settings);
}

/** Throws before anything is planned if the budget is too small to read any scene. */
function refuseSmall({ settings }: Run): void {
  const { contextBudget: budget, maxOutputTokens, tools, notes } = settings;
  const wishes = { tools, notes };
  if (budget < estimateLeastBudget(wishes)) throw refuseSmallBudget({ budget, maxOutputTokens, ...wishes });
}
