// Bounding: checks whether a thread has ended or a checkpoint is due.

import { type Run, requireScene } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function bounding(run: Run): RunnerState {
  const scene = requireScene(run);
  if (scene.isThreadEnd) return { at: 'curating' };
  const isDue = (scene.sceneIndex + 1) % run.settings.checkpointEvery === 0;
  return isDue ? { at: 'checkpointing' } : { at: 'idling' };
}
