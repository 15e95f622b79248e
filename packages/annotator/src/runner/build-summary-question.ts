// Builds the question for a summary: after the window or, if that does not fit into the budget, after a part of it.

import type { Message } from '@terrarium/kernel/language-model';
import { estimateMessage } from '../context/count-prompt.ts';
import type { Sequence } from '../context/message-log.ts';
import type { SummaryTarget } from '../journal/journal.ts';
import { renderChunkRequest, renderCumulativeRequest, renderSummaryFault } from '../prompts/prompts.ts';
import { computeRatio } from './count-window.ts';
import type { Run } from './run.ts';

export interface SummaryQuestion {
  readonly messages: readonly Message[];
  /** Estimated tokens of the whole prompt, before calibration. */
  readonly estimatedTokens: number;
  readonly maxOutputTokens: number;
  readonly fits: boolean;
}

/** A reply with more than this many times the wanted length is cut off. */
const summaryHeadroom = 2;

/**
 * Puts the question after the whole window if there is room. If not, leaves out the messages after the scenes that are
 * to be summarised, such as the calls that recorded the last scene: the prompt then still begins like an earlier one.
 */
export function buildSummaryQuestion(run: Run, target: SummaryTarget): SummaryQuestion {
  const { window, progress } = run.session;
  const { content: asked, tokens: aim } = renderSummaryRequest(run, target);
  const fault = progress.fold?.summaries.get(target)?.fault;
  const content = fault === undefined ? asked : `${asked}\n${renderSummaryFault(fault)}`;
  const question: Message = { role: 'user', content };
  const build = (last: Sequence): SummaryQuestion => {
    const shown = window.renderThrough(last);
    const estimatedTokens = shown.tokens + estimateMessage(question);
    return {
      messages: [...shown.messages, question],
      estimatedTokens,
      maxOutputTokens: aim * summaryHeadroom,
      fits: estimatedTokens * computeRatio(run) <= run.limits.budget,
    };
  };
  const whole = build(window.newest);
  return whole.fits ? whole : build(findEnd(run, target));
}

/**
 * The last message of the scenes that are to be summarised; if only summaries are to be merged, the end of the first
 * scene in the window.
 */
function findEnd({ session }: Run, target: SummaryTarget): Sequence {
  const { plan } = session.progress.fold ?? {};
  const groups = target === 'cumulative' ? plan?.cumulative?.groups : plan?.chunks[target]?.groups;
  return groups?.at(-1)?.to ?? session.window.listGroups().at(0)?.to ?? session.window.newest;
}

function renderSummaryRequest(run: Run, target: SummaryTarget): { content: string; tokens: number } {
  const { limits, session } = run;
  const plan = session.progress.fold?.plan;
  if (target === 'cumulative') {
    const tokens = limits.cumulativeSummary;
    const threads = (plan?.cumulative?.threads ?? []).map((thread) => thread.threadId);
    return { tokens, content: renderCumulativeRequest({ threads, tokens }) };
  }
  const chunk = plan?.chunks[target];
  const tokens = limits.chunkSummary;
  const scenes = chunk?.groups.map((group) => group.sceneIndex) ?? [];
  const content = renderChunkRequest({
    thread: chunk?.threadId ?? 0,
    index: chunk?.chunkIndex ?? 0,
    firstScene: scenes.at(0) ?? 0,
    lastScene: scenes.at(-1) ?? 0,
    tokens,
  });
  return { tokens, content };
}
