// Curating: at a thread's end, has the entries noted before it decided about, batch by batch, and carries the decisions out.

import { findNextLot, findOpenBatch } from '../../journal/curation-progress.ts';
import { applyDecision } from '../apply-decision.ts';
import { chooseBatches } from '../choose-batches.ts';
import { createCheckpoint } from '../create-checkpoint.ts';
import { isRetry, type Run, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function curating(run: Run): RunnerState {
  const { curation } = run.session.progress;
  if (curation?.isClosed === true) return { at: 'checkpointing' };
  if (curation === undefined) return openCuration(run);
  const batch = findOpenBatch(curation);
  if (batch !== undefined) return { at: 'calling', purpose: { for: 'curation', batch }, attempt: 1 };
  const lot = findNextLot(curation);
  if (lot === undefined) {
    recordStep(run, () => ({ body: { kind: 'curation-closed' } }));
    return { at: 'checkpointing' };
  }
  recordStep(run, (stepId) => {
    const outcome = applyDecision(run, { ...lot, stepId });
    return { body: { kind: 'decision-applied', entryId: lot.entryId, outcome } };
  });
  return { at: 'curating' };
}

function openCuration(run: Run): RunnerState {
  if (isRetry(run) || !run.settings.curates) return { at: 'checkpointing' };
  const { batches, isApart } = chooseBatches(run);
  if (batches.length === 0) return { at: 'checkpointing' };
  recordStep(run, (stepId) => {
    createCheckpoint(run, { type: 'curator_fork', stepId, note: '' });
    return { body: { kind: 'curation-opened', batches, isApart } };
  });
  return { at: 'curating' };
}
