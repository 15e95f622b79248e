// Counts the window of a run and plans a fold of it, in calibrated tokens.
import { computeTokenRatio, estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { countPrompt } from '../context/count-prompt.ts';
import { type FoldPlan, planFold } from '../context/plan-fold.ts';
import { renderChunk } from '../context/render-request.ts';
import { type Run, readScenePages, requireScene } from './run.ts';
import { entriesShare } from './run-settings.ts';

/** Prompts the learnt ratio rests on: enough to outvote one odd count, few enough to follow the text. */
export const countedPromptsKept = 8;

/**
 * Real tokens for each estimated one. Learnt from the prompts the server counted, and never less than would have kept
 * us from sending a prompt that it refused as too long.
 */
export function computeRatio({ session }: Run): number {
  return Math.max(computeTokenRatio(session.counted), session.refusedRatio);
}

/** Calibrated tokens of the window with `extraTokens` (before calibration) more. */
export async function countWindow(run: Run, extraTokens: number): Promise<number> {
  const { session, limits } = run;
  const prompt = {
    estimatedTokens: session.window.tokens + extraTokens,
    messages: session.window.render().messages,
    budget: limits.budget,
    ratio: computeRatio(run),
    isLearnt: session.counted.length > 0,
  };
  return (await countPrompt(prompt, run.model)).tokens;
}

/** What the scene that is worked on will add before it is answered: its posts and, at most, the entries sent with it. */
export function estimateIncoming(run: Run): number {
  const { passageTokens } = readScenePages(run);
  return passageTokens + Math.min(passageTokens, run.limits.budget * entriesShare);
}

/** What to fold so that the window, now at `promptTokens`, meets the target. */
export function planWindowFold(run: Run, promptTokens: number): FoldPlan {
  const { session, limits } = run;
  const ratio = computeRatio(run);
  const scene = requireScene(run);
  const estimate = (text: string) => estimateTokens(text) * ratio;
  const { fold } = session.window;
  return planFold({
    groups: session.window
      .listGroups()
      .filter((group) => group.sceneId !== scene.id)
      .map((group) => ({ ...group, tokens: group.tokens * ratio })),
    openThread: scene,
    chunks: fold.chunks.map((chunk) => ({ ...chunk, tokens: estimate(renderChunk(chunk)) })),
    cumulativeTokens: fold.cumulative === undefined ? 0 : estimate(fold.cumulative.text),
    promptTokens,
    limits,
  });
}
