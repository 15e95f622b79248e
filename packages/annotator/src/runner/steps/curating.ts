// Curating: the place of the curator at thread ends; there is none yet, so entries stay tentative.

import type { RunnerState } from '../states.ts';

export function curating(): RunnerState {
  return { at: 'checkpointing' };
}
