// Estimates the smallest budget with which a scene can be read, and builds the error for a smaller one.

import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { estimateTools } from '../context/count-prompt.ts';
import { buildPreamble, listTools } from './preamble.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Room for a few paragraphs with their entries, and for the calls that record these entries and the answers to the
 * calls.
 */
const sceneTokens = 700;
/** A prompt is trimmed if it takes at least this share of the budget. */
const usableShare = 0.9;

/** The settings that make the instructions and tools longer. */
export interface PreambleWishes {
  readonly tools?: RunSettings['tools'] | undefined;
  readonly notes?: string | undefined;
}

/** The smallest budget that has room for a scene beside the instructions and tools. */
export function estimateLeastBudget(wishes: PreambleWishes = {}): number {
  const room = (estimatePreamble(wishes) + sceneTokens) / usableShare;
  return Math.ceil(room / 100) * 100;
}

function estimatePreamble({ tools = 'basic', notes }: PreambleWishes): number {
  const preamble = buildPreamble({ notes, tools }, listTools(tools));
  return estimateTokens(preamble.instructions) + estimateTools(preamble.tools);
}

export interface SmallBudget extends PreambleWishes {
  /** The maximum number of tokens in a prompt; negative if the reply alone may take more than the window. */
  readonly budget: number;
  readonly maxOutputTokens: number;
  /** The window that the server has loaded, if the budget is too small because of it. */
  readonly window?: number | undefined;
}

export function refuseSmallBudget(small: SmallBudget): UsageError {
  const { budget, maxOutputTokens, window } = small;
  const least = estimateLeastBudget(small);
  const kept =
    window === undefined
      ? `A prompt may have ${budget} tokens`
      : `The server has loaded a window of ${window} tokens; ${maxOutputTokens} of them are kept for the reply, which leaves ${Math.max(0, budget)} for a prompt`;
  const wanted = least + maxOutputTokens;
  return new UsageError({
    code: 'context.window-too-small',
    happened: `${kept}. A scene needs at least ${least} with the instructions and tools of the reader: nothing was read.`,
    todo:
      window === undefined
        ? `Set --context-budget to ${least} or more; 16,000 works well.`
        : `Load the model with a window of ${wanted} tokens or more (llama.cpp: -c 16384; Ollama: OLLAMA_CONTEXT_LENGTH=16384)${suggestReplyLimit(window, least)}.`,
  });
}

/** Suggests a shorter reply if this makes enough room by itself. */
function suggestReplyLimit(window: number, least: number): string {
  const room = Math.floor((window - least) / 100) * 100;
  return room >= 300 ? `, or keep less for the reply: --max-output-tokens ${room}` : '';
}
