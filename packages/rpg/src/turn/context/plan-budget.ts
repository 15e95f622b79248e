// Plans how the tokens of a prompt are shared among its parts, each bounded.

import { findWindow } from '@terrarium/kernel/find-window';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { TurnSettings } from '../turn-settings.ts';

/** The most tokens that each part may have. */
export interface PromptBudget {
  readonly total: number;
  readonly rules: number;
  readonly chapters: number;
  readonly history: number;
  readonly sheet: number;
  readonly scene: number;
  readonly present: number;
  readonly secret: number;
  readonly quests: number;
  readonly clocks: number;
  readonly procedure: number;
  readonly beside: number;
  readonly recalled: number;
  readonly wishes: number;
  readonly words: number;
}

/** The share of a window that is left for the calls, answers and narrative of a turn. */
const loopShare = 0.15;
/** Models that people run at home often overlook parts of longer prompts; a setting allows more. */
const largestByDefault = 24_000;
const smallestPrompt = 2000;
/**
 * A game cannot be played with less than this; if the window is too small even for this, the server refuses the prompt.
 */
const leastFree = 1500;
/** How many tokens the elements and roles around the parts take. */
const tokensForFrames = 150;

const windows = new WeakMap<LanguageModel, number>();

/** How many tokens the prompt of a turn may have. The size of the window is asked for only once for each model. */
export async function computePromptTokens(
  model: LanguageModel,
  settings: TurnSettings,
  signal?: AbortSignal,
): Promise<number> {
  const wanted = settings.promptTokens ?? (await computeFittingTokens(model, settings, signal));
  return Math.max(smallestPrompt, Math.min(wanted, refused.get(model) ?? wanted));
}

/** A prompt that was refused as too long is cut to this share. */
const keptAfterOverflow = 0.75;
const refused = new WeakMap<LanguageModel, number>();

/** The next smaller number of tokens; the same number if a game would not fit into less. */
export function cutAllowed(promptTokens: number): number {
  return Math.max(Math.min(smallestPrompt, promptTokens), Math.floor(promptTokens * keptAfterOverflow));
}

/** From now on prompts for this model have at most this many tokens, whatever its server says about the window. */
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

/**
 * For each part of the present: the tokens that it gets at least, and the share of the free tokens that it gets if
 * that is more.
 */
const presentParts = {
  sheet: { least: 250, share: 0.1 },
  scene: { least: 140, share: 0.03 },
  present: { least: 100, share: 0.05 },
  secret: { least: 160, share: 0.03 },
  quests: { least: 50, share: 0.02 },
  clocks: { least: 30, share: 0.015 },
  procedure: { least: 60, share: 0.03 },
  beside: { least: 60, share: 0.01 },
  recalled: { least: 80, share: 0.07 },
  wishes: { least: 60, share: 0.015 },
  words: { least: 100, share: 0.03 },
} as const;

/**
 * Free tokens beyond this many count for the present only in part (`furtherPart`): what it shows hardly grows with the
 * window, while the past always does.
 */
const usualFree = 6_000;
const furtherPart = 0.4;

const shareOfRules = 0.14;
/** The most tokens of rules. Further rules are looked up, or come to mind, when they are needed. */
const mostRules = 1_250;
/**
 * The moves and checks of a system take some 700 tokens. In a small window, the rules may take the share `shareOfLeast`
 * to have room for them.
 */
const leastRules = 700;
const shareOfLeast = 0.22;
/** The most tokens of secrets. The notebook contains more than one turn needs: the rest is looked up with `state_query`. */
const mostSecret = 300;
/** The chapters' share of what rules and present leave; the rest is for the history. */
const shareOfChapters = 0.25;
/** In a small window, the chapters get this many tokens, but at most the share `largerShare` of the past. */
const leastChapters = 300;
const largerShare = 0.36;
const leastPast = 300;

/** Divides the tokens that the instructions and the tools leave; the past gets what rules and present do not take. */
export function planBudget(promptTokens: number, fixedTokens: number): PromptBudget {
  const free = Math.max(leastFree, promptTokens - fixedTokens - tokensForFrames);
  const counted = Math.min(free, usualFree) + Math.max(0, free - usualFree) * furtherPart;
  const computeShare = (part: keyof typeof presentParts) =>
    Math.max(presentParts[part].least, Math.floor(counted * presentParts[part].share));
  const rules = Math.min(
    mostRules,
    Math.floor(Math.max(free * shareOfRules, Math.min(leastRules, free * shareOfLeast))),
  );
  const present = {
    sheet: computeShare('sheet'),
    scene: computeShare('scene'),
    present: computeShare('present'),
    secret: Math.min(
      mostSecret,
      Math.max(presentParts.secret.least, Math.floor(free * presentParts.secret.share)),
    ),
    quests: computeShare('quests'),
    clocks: computeShare('clocks'),
    procedure: computeShare('procedure'),
    beside: computeShare('beside'),
    recalled: computeShare('recalled'),
    wishes: computeShare('wishes'),
    words: computeShare('words'),
  };
  const taken = Object.values(present).reduce((sum, tokens) => sum + tokens, rules);
  const past = Math.max(leastPast, free - taken);
  const share = Math.max(past * shareOfChapters, Math.min(leastChapters, past * largerShare));
  const chapters = Math.ceil(share);
  return { total: promptTokens, rules, history: past - chapters, chapters, ...present };
}
