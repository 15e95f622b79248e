// Exhausted: no scene is left; a clean end.

import type { RunnerState } from '../states.ts';

export function exhausted(): RunnerState {
  return { at: 'exiting', outcome: { kind: 'finished' } };
}
