// Runs a turn from the player's words to its one commit; until then nobody else sees it, and a failure changes nothing.

import {
  Bug,
  ModelError,
  ProviderError,
  StorageError,
  TerrariumError,
  UsageError,
} from '@terrarium/kernel/errors';
import { isStoryOver, storyOver } from '../state/notebook.ts';
import { playerId } from '../values/entity.ts';
import { completeEnd } from './after/complete-end.ts';
import { type Checked, checkNarrative } from './check-narrative.ts';
import { buildPromptBase, type PromptBase } from './context/build-context.ts';
import { listKnownLore } from './context/history.ts';
import { computePromptTokens } from './context/plan-budget.ts';
import { renderRecalled } from './journal.ts';
import { runRounds } from './loop/run-rounds.ts';
import { playMeanwhile } from './meanwhile/play-meanwhile.ts';
import type { OpenedTurn } from './open-turn.ts';
import { preparePrompt } from './prepare-prompt.ts';
import { mostTurnsHeard, type Recollection, type Recollector } from './recollector.ts';
import { renderTakenBack } from './render-taken-back.ts';
import { reportUnread } from './report-unread.ts';
import { markAloud } from './split-marks.ts';
import { startToldQuests } from './start-told-quests.ts';
import { sumUpOlder } from './summing/sum-up-older.ts';
import type { TurnRun } from './turn-run.ts';

export interface TurnToRun {
  readonly run: TurnRun;
  readonly opened: OpenedTurn;
  readonly recollector: Recollector | undefined;
}

/**
 * Reports every error as `turn-failed`. Rejects only for errors that a person must look at: a fault in our code or a
 * broken store.
 */
export async function runTurn(turn: TurnToRun): Promise<void> {
  const { run, opened } = turn;
  try {
    run.report({ kind: 'turn-started', words: run.draft.words, isResumed: opened.isResumed });
    await prepareFirstPrompt(turn);
    const checked = await checkNarrative(run, await runRounds(run));
    startToldQuests(run, checked.narrative);
    await playMeanwhile(run, checked.narrative);
    await commitTurn(run, checked);
  } catch (error) {
    finishFailed(turn, error);
  }
}

async function prepareFirstPrompt({ run, recollector }: TurnToRun): Promise<void> {
  const { game, draft, settings, tools } = run;
  const promptTokens = await computePromptTokens(run.model, settings, run.signal);
  const base = buildPromptBase(game, { past: draft.past, settings, tools, promptTokens });
  const recalled = run.journal.takeRecalled() ?? (await recall(run, base, recollector));
  run.signal.throwIfAborted();
  preparePrompt(run, base, recalled);
}

async function recall(
  run: TurnRun,
  base: PromptBase,
  recollector: Recollector | undefined,
): Promise<readonly Recollection[]> {
  const recalled = recollector === undefined ? [] : await askRecollector(run, base, recollector);
  run.signal.throwIfAborted();
  run.draft.recordReply(renderRecalled(recalled));
  return recalled;
}

async function askRecollector(
  run: TurnRun,
  base: PromptBase,
  recollector: Recollector,
): Promise<readonly Recollection[]> {
  try {
    return await recollector.recall({
      words: run.draft.words,
      listHeard: () => listHeard(run),
      state: run.draft.past.state,
      readPast: run.draft.readPast,
      known: listKnownLore(base.history),
      budgetTokens: base.budget.recalled,
      signal: run.signal,
    });
  } catch (error) {
    if (run.signal.aborted || !isPassing(error)) throw error;
    run.report({ kind: 'warned', says: `Nothing was recalled: ${error.message}` });
    return [];
  }
}

function listHeard({ draft, game }: TurnRun): readonly string[] {
  const { name } = draft.past.state.find(playerId)?.sheet ?? {};
  return draft.past
    .listTurns(mostTurnsHeard)
    .toReversed()
    .flatMap(({ words, narrative }) => [`${game.system.name}: ${narrative}`, `${String(name)}: ${words}`]);
}

/** Once everything was shown, a stop concerns only the summing up: the turn is committed all the same. */
async function commitTurn(run: TurnRun, { narrative, after, marks }: Checked): Promise<void> {
  const { draft, game, laid, toldBy } = run;
  const { lore } = laid;
  const kept = [...marks, ...markAloud(run.stream.aloud)];
  const end = { ...completeEnd({ system: game.system, draft, narrative, after, lore }), toldBy, marks: kept };
  run.showWithheld(narrative);
  if (run.revealed.length > 0) run.report({ kind: 'state-changed', patches: run.revealed });
  run.report({ kind: 'suggestions', choices: end.suggestions });
  if (isStoryOver(draft.state) && !isStoryOver(draft.past.state)) {
    run.report({ kind: 'story-ended', says: storyOver });
  }
  reportTakenBack(run);
  reportUnread(run, narrative);
  run.signal.throwIfAborted();
  await sumUpOlder(run, end);
  const { id, stateHash } = draft.commit(end);
  run.report({ kind: 'turn-committed', turnId: id, stateHash, narrative });
}

function reportTakenBack({ game, draft, report }: TurnRun): void {
  const { retold, words, state, actions } = draft;
  if (retold === undefined || retold.words !== words) return;
  const { system } = game;
  const before = { system, state: game.state, actions: game.readActions(retold.id) };
  const says = renderTakenBack(before, { system, state, actions });
  if (says !== undefined) report({ kind: 'warned', says });
}

/**
 * A turn that the player cancelled is dropped. A turn that failed, or was stopped because the program ended, is left as
 * a draft, since it contains replies that were paid for.
 */
function finishFailed({ run }: TurnToRun, error: unknown): void {
  const isCancelled = run.signal.aborted && !isGrave(error);
  const isLeft = isCancelled && run.isLeft();
  try {
    if (isCancelled && !isLeft) run.draft.delete();
    else run.draft.close();
  } finally {
    const stopped = isLeft ? left : cancelled;
    run.report({ kind: 'turn-failed', ...(isCancelled ? stopped : describeFailure(error)) });
  }
  if (!isCancelled && !isPassing(error)) throw error;
}

const cancelled = {
  code: 'turn.cancelled',
  says: 'The turn was stopped: the game is where it was before.',
  todo: 'Your words are kept; say them again, or something else.',
  canResume: false,
};

const left = {
  code: 'turn.left',
  says: 'Terrarium was stopped in the middle of the turn.',
  todo: 'Start it again. Then resume the turn, or drop it: no reply that has arrived is lost.',
  canResume: true,
};

function describeFailure(error: unknown) {
  if (error instanceof TerrariumError) {
    const todo = `${error.todo} Then resume the turn, or drop it: no reply that has arrived is lost.`;
    return { code: error.code, says: error.happened, todo, canResume: true };
  }
  return {
    code: 'bug',
    says: `The turn failed: ${error instanceof Error ? error.message : String(error)}`,
    todo: 'This is a fault in Terrarium: please report it. The game is at its last turn; your words are saved.',
    canResume: true,
  };
}

/** A broken store or a fault in our code is reported even if the turn was just being cancelled. */
function isGrave(error: unknown): boolean {
  return error instanceof StorageError || error instanceof Bug;
}

/** Whether a failure may be solved by time, another model or other words. */
function isPassing(error: unknown): error is TerrariumError {
  return error instanceof ProviderError || error instanceof ModelError || error instanceof UsageError;
}
