// Checkpointing: bookmarks the state after a scene.

import { makeCheckpoint } from '../make-checkpoint.ts';
import { type Run, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function checkpointing(run: Run): RunnerState {
  takeStep(run, (stepId) => {
    makeCheckpoint(run, { stepId, note: '' });
    return { body: { kind: 'checkpointed' } };
  });
  return { at: 'idling' };
}
