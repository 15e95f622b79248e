// Recording: closes the scene in journal, ledger and log.

import { closeSummonedReader } from '../answer-call.ts';
import { askForMore } from '../ask-for-more.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { closeExchange } from '../close-exchange.ts';
import { recordClosed } from '../find-fault.ts';
import { isRetry, type Run, recordStep, requireScene, toPosition } from '../run.ts';
import type { RunnerState } from '../states.ts';
import { takeBackScene } from '../take-back.ts';

type Recording = Extract<RunnerState, { at: 'recording' }>;

export function recording(run: Run, { status, reason, isOfScene = false }: Recording): RunnerState {
  if (status === 'committed' && askForMore(run)) return chooseNextState(run.session.progress, run.settings);
  const { session, stores } = run;
  const scene = requireScene(run);
  // If a scene is skipped again in its retry, it counts as failed.
  const ledgerStatus = status === 'skipped' && isRetry(run) ? 'failed' : status;
  const { summon } = session.progress;
  const undone = { deleted: 0, restored: 0 };
  recordStep(run, (stepId) => {
    if (summon !== undefined) stores.summons.finish(summon.summonId, '', stepId);
    // If other posts were read in the scene's place, or the scene was read a second time, its status stays unchanged.
    const isBeside = run.reread !== undefined || run.isSecond;
    stores.ledger.closeScene(
      scene.id,
      isBeside ? scene.status : ledgerStatus,
      reason === '' ? undefined : reason,
    );
    if (!isRetry(run)) stores.journal.addTotals({ position: toPosition(scene), posts: scene.posts });
    const messages = [...closeExchange(session.window)];
    if (status === 'skipped') {
      const taken = takeBackScene(run, stepId);
      undone.deleted = taken.deleted.length;
      undone.restored = taken.restored.length;
      messages.push(...taken.messages);
    }
    return { body: { kind: 'scene-closed', status, reason }, messages };
  });
  closeSummonedReader(run);
  if (undone.deleted + undone.restored > 0) run.emit({ kind: 'scene-taken-back', ...undone });
  session.scenesClosed += 1;
  if (!isOfScene) recordClosed(run.streak, reason);
  run.emit({ kind: 'scene-closed', scene: stores.ledger.findScene(scene.id) ?? scene, status, reason });
  return { at: 'bounding' };
}
