// Closes a fold: turns its plan and summaries into the record of the next window, trimming where that is not enough.

import { applyFold, type DraftFold, type FoldOutcome } from '../context/apply-fold.ts';
import { estimateFold } from '../context/context-window.ts';
import type { FoldId, FoldRecord, LoggedMessage } from '../context/message-log.ts';
import { isLive } from '../context/render-request.ts';
import { type TrimResult, trimWindow } from '../context/trim-window.ts';
import type { OpenFold } from '../journal/journal.ts';
import { collectOutcome } from './collect-outcome.ts';
import { computeRatio, estimateIncoming } from './count-window.ts';
import { type Run, recordStep, requireScene } from './run.ts';

/** Stands for the id of a fold that is only weighed. */
const draftId = 0 as FoldId;

/** Applies the fold and opens its window, if that is smaller than the one there is. */
export function closeFold(run: Run, fold: OpenFold): boolean {
  const { session, environment, stores } = run;
  const began = environment.clock.monotonic();
  const { draft, tiers } = buildDraftFold(run, collectOutcome(run, fold));
  const tokensBefore = estimateWindow(run);
  const tokensAfter = estimateDraft(run, draft);
  if (tokensAfter >= tokensBefore) {
    recordStep(run, () => ({ body: { kind: 'fold-dropped' } }));
    return false;
  }
  const measures = {
    tiers: [...listTiers(fold), ...tiers],
    tokensBefore,
    tokensAfter,
    turnsRemoved: session.window.live.length - listLive(run, draft).length,
    milliseconds: environment.clock.monotonic() - began,
  };
  const records: FoldRecord[] = [];
  recordStep(run, (stepId) => {
    records.push(
      stores.context.appendFold({ conversationId: session.conversation.id, stepId, draft, measures }),
    );
    return { body: { kind: 'fold-applied' } };
  });
  for (const record of records) session.window.replaceFold(record);
  run.emit({ kind: 'fold-applied', ...measures });
  return true;
}

/** Calibrated tokens of the window as it is, with the scene that is still to be shown. */
export function estimateWindow(run: Run): number {
  const { id, ...present } = run.session.window.fold;
  return estimateDraft(run, present);
}

/** Whether trimming alone would shrink the window. */
export function canTrim(run: Run): boolean {
  const nothing = { plan: { chunks: [], cumulative: undefined }, chunkSummaries: [], cumulative: undefined };
  return buildDraftFold(run, nothing).tiers.length > 0;
}

function buildDraftFold(run: Run, outcome: FoldOutcome): TrimResult {
  const { session, limits } = run;
  const scene = requireScene(run);
  const groups = session.window
    .listGroups()
    .filter((group) => session.progress.isOpened || group.sceneId !== scene.id);
  const folded = applyFold(session.window.fold, { groups, newest: session.window.newest }, outcome);
  const draft = { ...folded, preamble: run.preamble };
  const estimate = (trimmed: DraftFold) => estimateDraft(run, trimmed);
  return trimWindow(draft, {
    live: listLive(run, draft),
    estimate,
    emergency: limits.emergency,
    target: limits.target,
  });
}

function listLive(run: Run, draft: DraftFold): readonly LoggedMessage[] {
  return run.session.window.live.filter((logged) => isLive({ ...draft, id: draftId }, logged));
}

/** Calibrated tokens of the window a draft would open, with the scene that is still to be shown. */
function estimateDraft(run: Run, draft: DraftFold): number {
  const { session } = run;
  const incoming = session.progress.isOpened ? 0 : estimateIncoming(run);
  const tokens = estimateFold({ ...draft, id: draftId }, session.window.live) + incoming;
  return tokens * computeRatio(run);
}

function listTiers(fold: OpenFold): readonly number[] {
  const tiers: number[] = [];
  if (fold.plan.chunks.length > 0) tiers.push(0.5);
  if (fold.plan.cumulative !== undefined) tiers.push(1);
  return tiers;
}
