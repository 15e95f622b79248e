// Halting: bookmarks the state and ends the run because of a failure; the run can be resumed after this is remedied.

import { createBookmark } from '../create-snapshot.ts';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Halting = Extract<RunnerState, { at: 'halting' }>;

export function halting(run: Run, state: Halting): RunnerState {
  const { session, stores } = run;
  // A closed scene already has a record of why it was skipped.
  if (session.scene !== undefined && session.progress.closed === undefined)
    stores.ledger.recordError(session.scene.id, state.error.happened);
  createBookmark(run, `halted: ${state.error.code}`);
  return { at: 'exiting', outcome: { kind: 'halted', error: state.error } };
}
