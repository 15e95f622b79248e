// Plans how the tokens of a prompt are shared among its parts, each bounded.

import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { TurnSettings } from '../turn-settings.ts';

/** Tokens each part may have at most. */
export interface PromptBudget {
  readonly total: number;
  readonly rules: number;
  readonly chapters: number;
  readonly history: number;
  readonly sheet: number;
  readonly scene: number;
  readonly present: number;
  readonly quests: number;
  readonly procedure: number;
  readonly recalled: number;
  readonly wishes: number;
  readonly words: number;
}

/** What of a window is left for calls, answers and the narrative of a turn. */
const loopShare = 0.15;
/** Used where a model does not say what it can hold: what small servers load by default. */
const unknownWindow = 8192;
/** More than this is read badly by the models people run at home; a setting lifts it. */
const largestByDefault = 24_000;
const smallestPrompt = 2000;
/** Elements and roles around the parts. */
const tokensForFrames = 150;

const windows = new WeakMap<LanguageModel, number>();

/** Tokens the prompt of a turn may have. The window is asked for once for each model. */
export async function findPromptTokens(
  model: LanguageModel,
  settings: TurnSettings,
  signal?: AbortSignal,
): Promise<number> {
  if (settings.promptTokens !== undefined) return Math.max(smallestPrompt, settings.promptTokens);
  const known = windows.get(model);
  const window = known ?? (await model.findContextTokens?.(signal)) ?? unknownWindow;
  windows.set(model, window);
  const left = window * (1 - loopShare) - Math.min(settings.maxOutputTokens, window * 0.25);
  return Math.max(smallestPrompt, Math.min(largestByDefault, Math.floor(left)));
}

/** Shares out what the instructions and the tools leave; history gets the largest part. */
export function planBudget(promptTokens: number, fixedTokens: number): PromptBudget {
  const free = Math.max(smallestPrompt / 2, promptTokens - fixedTokens - tokensForFrames);
  const share = (part: number) => Math.floor(free * part);
  return {
    total: promptTokens,
    rules: share(0.15),
    chapters: share(0.12),
    history: share(0.34),
    sheet: share(0.1),
    scene: share(0.03),
    present: share(0.05),
    quests: share(0.03),
    procedure: share(0.03),
    recalled: share(0.06),
    wishes: share(0.02),
    words: share(0.04),
  };
}
