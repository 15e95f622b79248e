// Checkpointing: bookmarks the state after a scene.

import { createCheckpoint } from '../create-snapshot.ts';
import { type Run, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function checkpointing(run: Run): RunnerState {
  recordStep(run, (stepId) => {
    createCheckpoint(run, { stepId, note: '' });
    return { body: { kind: 'checkpointed' } };
  });
  return { at: 'idling' };
}
