// Least budget: the smallest prompt in which a scene can be read, and the error for a smaller one, the same for every command.

import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { estimateTools } from '../context/count-prompt.ts';
import { readingInstructions } from '../prompts/prompts.ts';
import { annotatorTools, defaultTools } from '../tools/annotator-tools.ts';
import type { RunSettings } from './run-settings.ts';

/** A few paragraphs with what is known of them, and the calls about them with their answers. */
const sceneTokens = 700;
/** From this share of the budget on, a prompt is trimmed. */
const usableShare = 0.9;

/** Tokens a prompt must be allowed, so that a scene has room beside instructions and tools. */
export function estimateLeastBudget(tools: RunSettings['tools'] = 'basic'): number {
  const room = (estimatePreamble(tools) + sceneTokens) / usableShare;
  return Math.ceil(room / 100) * 100;
}

function estimatePreamble(tools: RunSettings['tools']): number {
  const offered = tools === 'all' ? annotatorTools : defaultTools;
  return estimateTokens(readingInstructions) + estimateTools(offered.map(({ declaration }) => declaration));
}

export interface SmallBudget {
  /** Tokens a prompt may have; negative where the reply alone takes the window. */
  readonly budget: number;
  readonly maxOutputTokens: number;
  /** The window the server has loaded, given when that is why the budget is too small. */
  readonly window?: number | undefined;
  readonly tools?: RunSettings['tools'] | undefined;
}

export function refuseSmallBudget({ budget, maxOutputTokens, window, tools }: SmallBudget): UsageError {
  const least = estimateLeastBudget(tools);
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
        ? `Set --context-budget to ${least} or more; 16,000 does well.`
        : `Load the model with a window of ${wanted} tokens or more (llama.cpp: -c 16384; Ollama: OLLAMA_CONTEXT_LENGTH=16384)${suggestReplyLimit(window, least)}.`,
  });
}

/** Suggests a shorter reply, when that alone makes enough room. */
function suggestReplyLimit(window: number, least: number): string {
  const room = Math.floor((window - least) / 100) * 100;
  return room >= 300 ? `, or keep less for the reply: --max-output-tokens ${room}` : '';
}
