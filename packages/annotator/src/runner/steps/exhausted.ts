// Exhausted: no scene is left, so the run ends normally.

import type { RunnerState } from '../states.ts';

export function exhausted(): RunnerState {
  return { at: 'exiting', outcome: { kind: 'finished' } };
}
