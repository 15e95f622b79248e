// Halting: the failure did not pass; bookmarks the state and leaves, to be resumed when it is mended.

import { bookmarkNow } from '../make-checkpoint.ts';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Halting = Extract<RunnerState, { at: 'halting' }>;

export function halting(run: Run, state: Halting): RunnerState {
  const { desk, stores } = run;
  if (desk.scene !== undefined) stores.ledger.noteError(desk.scene.id, state.error.happened);
  bookmarkNow(run, `halted: ${state.error.code}`);
  return { at: 'exiting', outcome: { kind: 'halted', error: state.error } };
}
