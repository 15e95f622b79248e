// Compacting: decides whether to fold, asks for what a fold needs, and applies it as one record.

import { UsageError } from '@terrarium/kernel/errors';
import type { Message } from '@terrarium/kernel/language-model';
import { estimateMessage } from '../../context/count-prompt.ts';
import { measureText } from '../../corpus/measure-text.ts';
import type { OpenFold, SummaryTarget } from '../../journal/journal.ts';
import { recordRequest } from '../../prompts/prompts.ts';
import { estimateIncoming } from '../build-scene-message.ts';
import { buildSummaryQuestion } from '../build-summary-question.ts';
import { closeExchange } from '../close-exchange.ts';
import { canTrim, closeFold, estimateWindow } from '../close-fold.ts';
import { countWindow, hasRoomFor, planWindowFold } from '../count-window.ts';
import { updatePreamble } from '../preamble.ts';
import { removeRounds } from '../remove-rounds.ts';
import { type Run, readScenePages, recordSceneRead, recordStep, requireScene } from '../run.ts';
import { computeSceneLimit, entriesShare } from '../run-settings.ts';
import type { RunnerState } from '../states.ts';

/** After this many rejected replies, the summary is extracted from the text. */
const maxRejections = 2;
/**
 * A part of a long post may weigh (see `measureText`) this many times as much as planned: posts are cut by length, as
 * if each stretch had the average weight of its post.
 */
const planSlack = 1.5;

export async function compacting(run: Run): Promise<RunnerState> {
  const { fold } = run.session.progress;
  if (fold === undefined) {
    updatePreamble(run);
    return await startFoldIfDue(run);
  }
  if (!fold.isRecorded) return recordFirst(run);
  const target = findMissingSummary(run, fold);
  if (target !== undefined) return { at: 'calling', purpose: { for: 'summary', target }, attempt: 1 };
  return closeFold(run, fold) ? await startFoldIfDue(run) : refuseToGrow(run, estimateWindow(run));
}

async function startFoldIfDue(run: Run): Promise<RunnerState> {
  const { isOpened, foldsApplied, mustShrink } = run.session.progress;
  const tokens = await countWindow(run, isOpened ? 0 : estimateIncoming(run));
  const { emergency, compact, budget } = run.limits;
  // Before a scene, one fold is enough if the scene then fits; another fold would only break the cached prefix again.
  if (foldsApplied > 0 && !isOpened && !mustShrink && tokens <= budget) return resumeReading(run);
  const threshold = isOpened ? emergency : compact;
  if (tokens < threshold && !mustShrink) return resumeReading(run);
  return openFold(run, tokens);
}

function openFold(run: Run, tokens: number): RunnerState {
  const { isOpened, mustShrink } = run.session.progress;
  const plan = planWindowFold(run, tokens);
  const hasTargets = plan.chunks.length > 0 || plan.cumulative !== undefined;
  if (!hasTargets) {
    if (tokens < run.limits.emergency) return resumeReading(run);
    if (!canTrim(run)) return refuseToGrow(run, tokens);
  }
  const question: Message = { role: 'user', content: recordRequest };
  const hasRoom = hasRoomFor(run, estimateMessage(question));
  const asksToRecord = hasTargets && !isOpened && !mustShrink && hasRoom;
  recordStep(run, () => ({
    body: {
      kind: 'fold-opened',
      plan,
      asksToRecord,
      isForced: mustShrink || !hasTargets,
      tokensBefore: tokens,
    },
    messages: asksToRecord ? [{ message: question }] : [],
  }));
  return { at: 'compacting' };
}

/**
 * Called if nothing is left to be folded or trimmed. If the prompt still does not fit, the scene is skipped, or the
 * run ends with an error.
 */
function refuseToGrow(run: Run, tokens: number): RunnerState {
  const { isOpened, mustShrink } = run.session.progress;
  if (tokens <= run.limits.budget && !mustShrink) return resumeReading(run);
  if (isOpened && removeRounds(run)) return resumeReading(run);
  if (isOpened)
    return { at: 'recording', status: 'skipped', reason: 'No room is left in the context window.' };
  if (isTooDense(run)) {
    recordSceneRead(run);
    const reason = `Almost every character of its posts takes a token: they need a prompt of about ${Math.round(tokens)} tokens, and a prompt may have at most ${run.limits.budget}.`;
    return { at: 'recording', status: 'skipped', reason, isOfScene: true };
  }
  const scene = requireScene(run);
  const { limits, settings } = run;
  const wanted = Math.ceil(tokens / (settings.ratios.emergency - entriesShare) / 100) * 100;
  throw new UsageError({
    code: 'context.cannot-shrink',
    happened: `Scene ${scene.sceneIndex} of thread ${scene.threadId} needs a prompt of about ${Math.round(tokens)} tokens, and a prompt may have at most ${limits.budget}: its scenes were divided for a larger budget, or a long post is read again whole.`,
    todo: `Go on with --context-budget ${wanted} or more (the window that the server has loaded must hold that and the reply), or read the story with the smaller one in a new world. Nothing is lost.`,
  });
}

/**
 * Whether the scene is short enough for this budget, but takes far more tokens than prose would: the reason is then
 * its text, not the budget.
 */
function isTooDense(run: Run): boolean {
  const { scene, passageTokens } = readScenePages(run);
  const weights = scene.scenePosts.map(({ body, span }) => measureText(body.slice(span.start, span.end)));
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const isWithinPlan = weight <= computeSceneLimit(run.settings) * planSlack;
  return isWithinPlan && passageTokens > run.limits.budget / 2;
}

function recordFirst(run: Run): RunnerState {
  const { reply, unusable, fold } = run.session.progress;
  const isAsked = reply !== undefined || unusable > 0 || fold?.isForced === true;
  if (!isAsked || canRecordAgain(run)) return { at: 'calling', purpose: { for: 'record' }, attempt: 1 };
  recordStep(run, () => ({ body: { kind: 'record-closed' }, messages: closeExchange(run.session.window) }));
  return { at: 'compacting' };
}

/**
 * Whether the model may record once more, to repeat refused calls, to use what it looked up, or to complete a cut-off
 * reply.
 */
function canRecordAgain(run: Run): boolean {
  const { reply, unusable, fold } = run.session.progress;
  if (fold === undefined || fold.isForced || fold.recordRounds > 1 || unusable > 0) return false;
  return reply?.channel === 'tools' && !reply.allWritten && hasRoomFor(run, 0);
}

/**
 * Finds the next summary to ask for. If the budget has no room for the question, the summary is extracted from the
 * text instead.
 */
function findMissingSummary(run: Run, fold: OpenFold): SummaryTarget | undefined {
  if (fold.isForced) return undefined;
  const targets: SummaryTarget[] = fold.plan.chunks.map((_, index) => index);
  if (fold.plan.cumulative !== undefined) targets.push('cumulative');
  return targets.find((target) => {
    const state = fold.summaries.get(target);
    const isMissing = state === undefined || (state.text === undefined && state.rejected < maxRejections);
    return isMissing && buildSummaryQuestion(run, target).fits;
  });
}

function resumeReading(run: Run): RunnerState {
  if (!run.session.progress.isOpened) return { at: 'preparing' };
  return { at: 'calling', purpose: { for: 'scene' }, attempt: 1 };
}
