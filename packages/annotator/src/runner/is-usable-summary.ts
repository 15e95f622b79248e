// Accepts a summary: whole, not empty, and shorter than what it replaces.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ModelReply } from '@terrarium/kernel/language-model';
import type { SummaryTarget } from '../journal/journal.ts';
import type { Run } from './run.ts';

export function isUsableSummary(run: Run, target: SummaryTarget, reply: ModelReply): boolean {
  const text = reply.text.trim();
  if (text === '' || reply.finish === 'length' || reply.finish === 'content-filter') return false;
  return estimateTokens(text) < estimateReplaced(run, target);
}

/** Tokens of what the summary stands for: the folded scenes, and for the story so far its former text. */
function estimateReplaced(run: Run, target: SummaryTarget): number {
  const plan = run.session.progress.fold?.plan;
  if (target !== 'cumulative') return plan?.chunks[target]?.tokens ?? 0;
  const former = run.session.window.fold.cumulative?.text ?? '';
  return (plan?.cumulative?.tokens ?? 0) + estimateTokens(former);
}
