// Runs a turn from its words to its one commit; until then nothing of it is seen, and what fails leaves all as it was.

import {
  Bug,
  ModelError,
  ProviderError,
  StorageError,
  TerrariumError,
  UsageError,
} from '@terrarium/kernel/errors';
import type { FrozenLore } from '../state/session.ts';
import { completeEnd } from './after/complete-end.ts';
import { checkNarrative } from './check-narrative.ts';
import { buildPrompt, type Ground, layGround } from './context/build-context.ts';
import { listKnownLore } from './context/history.ts';
import { findPromptTokens, noteOverflow } from './context/plan-budget.ts';
import { renderRecalled } from './journal.ts';
import { type Narrated, runRounds } from './loop/run-rounds.ts';
import type { OpenedTurn } from './open-turn.ts';
import type { Recollection, Recollector } from './recollector.ts';
import type { TurnRun } from './turn-run.ts';

export interface TurnToRun {
  readonly run: TurnRun;
  readonly opened: OpenedTurn;
  readonly recollector: Recollector | undefined;
}

/** Rejects only with what a person must look at: a fault of ours, a broken store. All else is told as `turn-failed`. */
export async function runTurn(turn: TurnToRun): Promise<void> {
  const { run, opened } = turn;
  try {
    run.tell({ kind: 'turn-started', words: run.draft.words, isResumed: opened.isResumed });
    const lore = await openPrompt(turn);
    const narrated = await checkNarrative(run, await runRounds(run));
    commit(run, { ...narrated, lore });
  } catch (error) {
    endFailed(turn, error);
  }
}

/** The prompt, from the state before the turn: the same for a turn that is resumed. */
async function openPrompt({ run, recollector }: TurnToRun): Promise<readonly FrozenLore[]> {
  const { game, settings, tools } = run;
  const promptTokens = await findPromptTokens(run.model, settings, run.signal);
  const ground = layGround(game, { settings, tools, promptTokens });
  const recalled = run.journal.takeRecalled() ?? (await recall(run, ground, recollector));
  run.signal.throwIfAborted();
  run.limit.promptTokens = promptTokens;
  const prompt = buildPrompt(game, ground, { words: run.draft.words, settings, recalled });
  run.messages.push(...prompt.messages);
  run.tell({ kind: 'context-built', promptTokens: prompt.promptTokens, parts: prompt.parts });
  const keys = new Set(prompt.lore.map(({ key }) => key));
  const recollections = recalled.filter(({ key }) => keys.has(key));
  if (recollections.length > 0) run.tell({ kind: 'recalled', recollections });
  return prompt.lore;
}

async function recall(
  run: TurnRun,
  ground: Ground,
  recollector: Recollector | undefined,
): Promise<readonly Recollection[]> {
  const recalled = recollector === undefined ? [] : await askRecollector(run, ground, recollector);
  run.signal.throwIfAborted();
  run.draft.noteReply(renderRecalled(recalled));
  return recalled;
}

async function askRecollector(
  run: TurnRun,
  ground: Ground,
  recollector: Recollector,
): Promise<readonly Recollection[]> {
  try {
    return await recollector.recollect({
      words: run.draft.words,
      state: run.game.state,
      known: listKnownLore(ground.history),
      budgetTokens: ground.budget.recalled,
      signal: run.signal,
    });
  } catch (error) {
    if (run.signal.aborted || !isPassing(error)) throw error;
    run.tell({ kind: 'warned', says: `Nothing was recalled: ${error.message}` });
    return [];
  }
}

interface TurnToCommit extends Narrated {
  readonly lore: readonly FrozenLore[];
}

function commit(run: TurnRun, { narrative, after, lore }: TurnToCommit): void {
  const end = completeEnd({ system: run.game.system, draft: run.draft, narrative, after, lore });
  run.tell({ kind: 'suggestions', choices: end.suggestions });
  run.signal.throwIfAborted();
  const { id, stateHash } = run.draft.commit(end);
  run.tell({ kind: 'turn-committed', turnId: id, stateHash, narrative });
}

/** A cancelled turn is dropped; one that failed is left as it is, for what was paid for is in it. */
function endFailed({ run, opened }: TurnToRun, error: unknown): void {
  const isTooLong = error instanceof ProviderError && error.code === 'model.context-overflow';
  if (isTooLong) noteOverflow(run.model, run.limit.promptTokens);
  const isCancelled = run.signal.aborted && !isGrave(error);
  try {
    if (isCancelled) opened.giveUp();
    else run.draft.leave();
  } finally {
    run.tell({ kind: 'turn-failed', ...(isCancelled ? cancelled : describeFailure(error)) });
  }
  if (!isCancelled && !isPassing(error)) throw error;
}

const cancelled = {
  code: 'turn.cancelled',
  says: 'The turn was cancelled: the game stands where it stood before it.',
  todo: 'Your words are kept; say them again, or something else.',
  canResume: false,
};

function describeFailure(error: unknown) {
  if (error instanceof TerrariumError) {
    const todo = `${error.todo} Then resume the turn, or drop it: nothing that was answered is lost.`;
    return { code: error.code, says: error.happened, todo, canResume: true };
  }
  return {
    code: 'bug',
    says: `The turn failed: ${error instanceof Error ? error.message : String(error)}`,
    todo: 'This is a fault in Terrarium: please report it. The game stands at its last turn; the words are kept.',
    canResume: true,
  };
}

/** A broken store or a fault of ours is told even where the turn was just being cancelled. */
function isGrave(error: unknown): boolean {
  return error instanceof StorageError || error instanceof Bug;
}

/** What time, another model or other words may mend. */
function isPassing(error: unknown): error is TerrariumError {
  return error instanceof ProviderError || error instanceof ModelError || error instanceof UsageError;
}
