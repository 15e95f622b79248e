// Closes a fold: turns its plan and summaries into the record of the next window, trimming where that is not enough.

import { applyFold, type DraftFold, type FoldOutcome } from '../context/apply-fold.ts';
import { weighFold } from '../context/context-window.ts';
import type { FoldId, FoldRecord, LoggedMessage } from '../context/message-log.ts';
import { isLive } from '../context/render-request.ts';
import { type TrimResult, trimWindow } from '../context/trim-window.ts';
import type { OpenFold } from '../journal/journal.ts';
import { estimateIncoming, findRatio } from './count-desk.ts';
import { gatherOutcome } from './gather-outcome.ts';
import { type Run, readDeskScene, takeStep } from './run.ts';

/** Stands for the id of a fold that is only weighed. */
const draftId = 0 as FoldId;

/** Applies the fold and opens its window, if that is smaller than the one there is. */
export function closeFold(run: Run, fold: OpenFold): boolean {
  const { desk, environment, stores } = run;
  const began = environment.clock.monotonic();
  const { draft, tiers } = draftFold(run, gatherOutcome(run, fold));
  const tokensBefore = weighDesk(run);
  const tokensAfter = weighDraft(run, draft);
  if (tokensAfter >= tokensBefore) {
    takeStep(run, () => ({ body: { kind: 'fold-dropped' } }));
    return false;
  }
  const measures = {
    tiers: [...listTiers(fold), ...tiers],
    tokensBefore,
    tokensAfter,
    turnsRemoved: desk.window.live.length - listLive(run, draft).length,
    milliseconds: environment.clock.monotonic() - began,
  };
  const records: FoldRecord[] = [];
  takeStep(run, (stepId) => {
    records.push(
      stores.context.appendFold({ conversationId: desk.conversation.id, stepId, draft, measures }),
    );
    return { body: { kind: 'fold-applied' } };
  });
  for (const record of records) desk.window.refold(record);
  run.emit({ kind: 'fold-applied', ...measures });
  return true;
}

/** Calibrated tokens of the window as it is, with the scene that is still to be shown. */
export function weighDesk(run: Run): number {
  const { id, ...present } = run.desk.window.fold;
  return weighDraft(run, present);
}

/** Whether trimming alone would shrink the window. */
export function canTrim(run: Run): boolean {
  const nothing = { plan: { chunks: [], cumulative: undefined }, chunkSummaries: [], cumulative: undefined };
  return draftFold(run, nothing).tiers.length > 0;
}

function draftFold(run: Run, outcome: FoldOutcome): TrimResult {
  const { desk, limits } = run;
  const scene = readDeskScene(run);
  const groups = desk.window
    .listGroups()
    .filter((group) => desk.progress.isOpened || group.sceneId !== scene.id);
  const folded = applyFold(desk.window.fold, { groups, newest: desk.window.newest }, outcome);
  const draft = { ...folded, preamble: run.preamble };
  const weigh = (trimmed: DraftFold) => weighDraft(run, trimmed);
  return trimWindow(draft, {
    live: listLive(run, draft),
    weigh,
    emergency: limits.emergency,
    target: limits.target,
  });
}

function listLive(run: Run, draft: DraftFold): readonly LoggedMessage[] {
  return run.desk.window.live.filter((logged) => isLive({ ...draft, id: draftId }, logged));
}

/** Calibrated tokens of the window a draft would open, with the scene that is still to be shown. */
function weighDraft(run: Run, draft: DraftFold): number {
  const { desk } = run;
  const incoming = desk.progress.isOpened ? 0 : estimateIncoming(run);
  const tokens = weighFold({ ...draft, id: draftId }, desk.window.live) + incoming;
  return tokens * findRatio(run);
}

function listTiers(fold: OpenFold): readonly number[] {
  const tiers: number[] = [];
  if (fold.plan.chunks.length > 0) tiers.push(0.5);
  if (fold.plan.cumulative !== undefined) tiers.push(1);
  return tiers;
}
