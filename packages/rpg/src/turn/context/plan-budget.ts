// Plans how the tokens of a prompt are shared among its parts, each bounded.

import { findWindow } from '@terrarium/kernel/find-window';
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
  readonly clocks: number;
  readonly procedure: number;
  readonly recalled: number;
  readonly wishes: number;
  readonly words: number;
}

/** What of a window is left for calls, answers and the narrative of a turn. */
const loopShare = 0.15;
/** More than this is read badly by the models people run at home; a setting lifts it. */
const largestByDefault = 24_000;
const smallestPrompt = 2000;
/** Less than this would be no game; a window that is too small for it is refused by the server. */
const leastFree = 1500;
/** Elements and roles around the parts. */
const tokensForFrames = 150;

const windows = new WeakMap<LanguageModel, number>();

/** Tokens the prompt of a turn may have. The window is asked for once for each model. */
export async function computePromptTokens(
  model: LanguageModel,
  settings: TurnSettings,
  signal?: AbortSignal,
): Promise<number> {
  const wanted = settings.promptTokens ?? (await computeFittingTokens(model, settings, signal));
  return Math.max(smallestPrompt, Math.min(wanted, refused.get(model) ?? wanted));
}

/** What a refused prompt is cut by. */
const keptAfterOverflow = 0.75;
const refused = new WeakMap<LanguageModel, number>();

/** The next shorter prompt; as much as before where there is no game in less. */
export function cutAllowed(promptTokens: number): number {
  return Math.max(Math.min(smallestPrompt, promptTokens), Math.floor(promptTokens * keptAfterOverflow));
}

/** From now on a prompt for this model is allowed so many tokens, whatever its server says of the window. */
export function recordOverflow(model: LanguageModel, promptTokens: number): void {
  refused.set(model, promptTokens);
}

async function computeFittingTokens(
  model: LanguageModel,
  settings: TurnSettings,
  signal?: AbortSignal,
): Promise<number> {
  const known = windows.get(model);
  const window = known ?? (await findWindow(model, signal));
  windows.set(model, window);
  const left = window * (1 - loopShare) - Math.min(settings.maxOutputTokens, window * 0.25);
  return Math.min(largestByDefault, Math.floor(left));
}

/** Of what is left for the present, in tokens: what it needs at least, and its share where there is more. */
const presentParts = {
  sheet: { least: 250, share: 0.1 },
  scene: { least: 140, share: 0.03 },
  present: { least: 100, share: 0.05 },
  quests: { least: 50, share: 0.03 },
  clocks: { least: 30, share: 0.02 },
  procedure: { least: 60, share: 0.03 },
  recalled: { least: 80, share: 0.07 },
  wishes: { least: 60, share: 0.03 },
  words: { least: 100, share: 0.04 },
} as const;

const shareOfRules = 0.14;
/** Of what rules and present leave; the other part are chapters. */
const shareOfHistory = 0.75;
const leastPast = 300;

/** Shares out what the instructions and the tools leave; the past gets the largest part. */
export function planBudget(promptTokens: number, fixedTokens: number): PromptBudget {
  const free = Math.max(leastFree, promptTokens - fixedTokens - tokensForFrames);
  const computeShare = (part: keyof typeof presentParts) =>
    Math.max(presentParts[part].least, Math.floor(free * presentParts[part].share));
  const rules = Math.floor(free * shareOfRules);
  const present = {
    sheet: computeShare('sheet'),
    scene: computeShare('scene'),
    present: computeShare('present'),
    quests: computeShare('quests'),
    clocks: computeShare('clocks'),
    procedure: computeShare('procedure'),
    recalled: computeShare('recalled'),
    wishes: computeShare('wishes'),
    words: computeShare('words'),
  };
  const taken = Object.values(present).reduce((sum, tokens) => sum + tokens, rules);
  const past = Math.max(leastPast, free - taken);
  const history = Math.floor(past * shareOfHistory);
  return { total: promptTokens, rules, history, chapters: past - history, ...present };
}
