// Counts what lies on the desk and plans a fold of it, in calibrated tokens.

import { calibrateRatio } from '@terrarium/kernel/calibrate';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { countPrompt } from '../context/count-prompt.ts';
import { type FoldPlan, planFold } from '../context/plan-fold.ts';
import { renderChunk } from '../context/render-front.ts';
import { type Run, readDeskPages, readDeskScene } from './run.ts';
import { entriesShare } from './run-settings.ts';

/** Prompts the learnt ratio rests on: enough to outvote one odd count, few enough to follow the text. */
export const countedPromptsKept = 8;

/**
 * What an estimated token is really: learnt from the prompts the server counted, and never less than what would have
 * kept us from sending a prompt it refused as too long.
 */
export function findRatio({ desk }: Run): number {
  return Math.max(calibrateRatio(desk.counted), desk.refusedRatio);
}

/** Calibrated tokens of the window with `extraTokens` (before calibration) more. */
export async function countDesk(run: Run, extraTokens: number): Promise<number> {
  const { desk, limits } = run;
  const prompt = {
    estimatedTokens: desk.window.tokens + extraTokens,
    messages: desk.window.render().messages,
    budget: limits.budget,
    ratio: findRatio(run),
    isLearnt: desk.counted.length > 0,
  };
  return (await countPrompt(prompt, run.model)).tokens;
}

/** What the scene on the desk will add before it is answered: its posts and, at most, the entries sent with it. */
export function estimateIncoming(run: Run): number {
  const { passageTokens } = readDeskPages(run);
  return passageTokens + Math.min(passageTokens, run.limits.budget * entriesShare);
}

/** What to fold so that the window, now at `promptTokens`, meets the target. */
export function planDeskFold(run: Run, promptTokens: number): FoldPlan {
  const { desk, limits } = run;
  const ratio = findRatio(run);
  const scene = readDeskScene(run);
  const weigh = (text: string) => estimateTokens(text) * ratio;
  const { fold } = desk.window;
  return planFold({
    groups: desk.window
      .listGroups()
      .filter((group) => group.sceneId !== scene.id)
      .map((group) => ({ ...group, tokens: group.tokens * ratio })),
    openThread: scene,
    chunks: fold.chunks.map((chunk) => ({ ...chunk, tokens: weigh(renderChunk(chunk)) })),
    cumulativeTokens: fold.cumulative === undefined ? 0 : weigh(fold.cumulative.text),
    promptTokens,
    limits,
  });
}
