// Counts the tokens in a run's window, calibrated to the server's own counts, and plans a fold by them.
import { type CountedPrompt, computeTokenRatio, estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { countPrompt } from '../context/count-prompt.ts';
import { type FoldPlan, planFold } from '../context/plan-fold.ts';
import { renderChunk } from '../context/render-request.ts';
import type { ReplyRecord } from '../journal/progress.ts';
import { type Run, requireScene } from './run.ts';

/**
 * The ratio is learnt from this many of the newest replies: enough to outvote one odd count, and few enough to notice
 * that the text has changed.
 */
export const recordsKept = 8;
/** The newest ratio counts as at most this many times the usual one, because a higher one may come from an odd count. */
const highestStep = 1.25;

/**
 * How many real tokens there are for each estimated token, according to the prompts of this model that its server
 * counted. If a prompt was refused as too long, the ratio is high enough to prevent another prompt of that size.
 */
export function computeRatio({ session, model }: Run): number {
  return Math.max(computeLearntRatio(session.records, model.id), session.refusedRatio);
}

/**
 * The usual ratio of a model's prompts or, if it is higher, the ratio of the newest prompt, because the next prompt
 * will be most like it.
 */
export function computeLearntRatio(records: readonly ReplyRecord[], model: string): number {
  const counted = listCounted(records, model);
  const usual = computeTokenRatio(counted);
  const newest = counted.at(-1);
  if (newest === undefined) return usual;
  return Math.max(usual, Math.min(newest.reportedTokens / newest.estimatedTokens, usual * highestStep));
}

function listCounted(records: readonly ReplyRecord[], model: string): readonly CountedPrompt[] {
  return records.flatMap(({ usage, estimatedTokens, model: answering }) => {
    const { promptTokens } = usage;
    const isKnown = promptTokens !== 'unknown' && answering === model && estimatedTokens > 0;
    return isKnown ? [{ estimatedTokens, reportedTokens: promptTokens }] : [];
  });
}

/** Whether the budget has room for the window and this number of further estimated tokens. */
export function hasRoomFor(run: Run, extraTokens: number): boolean {
  return (run.session.window.tokens + extraTokens) * computeRatio(run) <= run.limits.budget;
}

/** The tokens of the window and of `extraTokens` (given uncalibrated) together, calibrated. */
export async function countWindow(run: Run, extraTokens: number): Promise<number> {
  const { session, limits } = run;
  const prompt = {
    estimatedTokens: session.window.tokens + extraTokens,
    messages: session.window.render().messages,
    budget: limits.budget,
    ratio: computeRatio(run),
    isLearnt: listCounted(session.records, run.model.id).length > 0,
  };
  return (await countPrompt(prompt, run.model)).tokens;
}

/** Plans what to fold so that the window, which has `promptTokens` now, reaches the target. */
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
