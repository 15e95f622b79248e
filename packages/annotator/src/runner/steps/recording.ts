// Recording: closes the scene in journal, ledger and log.

import { closeExchange } from '../close-exchange.ts';
import { findPosition, type Run, readDeskScene, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Recording = Extract<RunnerState, { at: 'recording' }>;

export function recording(run: Run, { status, reason }: Recording): RunnerState {
  const { desk, stores } = run;
  const scene = readDeskScene(run);
  takeStep(run, () => {
    stores.ledger.closeScene(scene.id, status, reason === '' ? undefined : reason);
    stores.journal.addTotals({ position: findPosition(scene), posts: scene.posts });
    return { body: { kind: 'scene-closed', status, reason }, messages: closeExchange(desk.window) };
  });
  desk.scenesClosed += 1;
  run.emit({ kind: 'scene-closed', scene: stores.ledger.findScene(scene.id) ?? scene, status, reason });
  return { at: 'bounding' };
}
