// Halting: the failure did not pass; bookmarks the state and leaves, to be resumed when it is mended.

import { bookmarkNow } from '../make-checkpoint.ts';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Halting = Extract<RunnerState, { at: 'halting' }>;

export function halting(run: Run, state: Halting): RunnerState {
  const { desk, stores } = run;
  // A scene that is closed says itself why it was skipped.
  if (desk.scene !== undefined && desk.progress.closed === undefined)
    stores.ledger.noteError(desk.scene.id, state.error.happened);
  bookmarkNow(run, `halted: ${state.error.code}`);
  return { at: 'exiting', outcome: { kind: 'halted', error: state.error } };
}
