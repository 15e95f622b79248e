// Recording: closes the scene in journal, ledger and log.

import { closeExchange } from '../close-exchange.ts';
import { noteClosed } from '../failure-streak.ts';
import { chatterReason } from '../judge-reply.ts';
import { closeSummonedReader } from '../open-summoned-reader.ts';
import { findPosition, isRetry, type Run, readDeskScene, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Recording = Extract<RunnerState, { at: 'recording' }>;

export function recording(run: Run, { status, reason, isOfScene = false }: Recording): RunnerState {
  const { desk, stores } = run;
  const scene = readDeskScene(run);
  // What was read again in vain is no longer merely passed over.
  const ledgerStatus = status === 'skipped' && isRetry(run) ? 'failed' : status;
  const { summon } = desk.progress;
  takeStep(run, (stepId) => {
    if (summon !== undefined) stores.summons.end(summon.summonId, '', stepId);
    // What stands in a scene's place is read beside it: the scene itself stays as it was read.
    const isBeside = run.reread !== undefined;
    stores.ledger.closeScene(
      scene.id,
      isBeside ? scene.status : ledgerStatus,
      reason === '' ? undefined : reason,
    );
    if (!isRetry(run)) stores.journal.addTotals({ position: findPosition(scene), posts: scene.posts });
    return { body: { kind: 'scene-closed', status, reason }, messages: closeExchange(desk.window) };
  });
  closeSummonedReader(run);
  desk.scenesClosed += 1;
  if (reason !== chatterReason && !isOfScene) noteClosed(run.streak, reason);
  run.emit({ kind: 'scene-closed', scene: stores.ledger.findScene(scene.id) ?? scene, status, reason });
  return { at: 'bounding' };
}
