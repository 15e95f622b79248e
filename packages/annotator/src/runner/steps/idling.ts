// Idling: takes the next scene from the ledger, if there is one and the limit allows it.

import { layScene, type Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function idling(run: Run): RunnerState {
  const { desk, settings } = run;
  if (settings.limit !== undefined && desk.scenesClosed >= settings.limit) {
    return { at: 'exiting', outcome: { kind: 'limited' } };
  }
  const scene = run.chooseScene();
  layScene(desk, scene);
  return scene === undefined ? { at: 'exhausted' } : { at: 'compacting' };
}
