// Idling: takes the next scene from the ledger, if there is one, and if the limit and the bounds allow it.

import type { LedgerScene } from '../../journal/ledger-store.ts';
import { findStreakError } from '../find-fault.ts';
import { type Run, setScene } from '../run.ts';
import type { RunLimit, RunnerState } from '../states.ts';

export function idling(run: Run): RunnerState {
  const { session, settings } = run;
  const isFull = settings.limit !== undefined && session.scenesClosed >= settings.limit;
  const scene = run.chooseScene();
  const by = scene && (isFull ? 'scenes' : findBound(run, scene));
  if (by !== undefined) return { at: 'exiting', outcome: { kind: 'limited', by } };
  const streakError = scene && !settings.keepsGoing ? findStreakError(run.streak) : undefined;
  if (streakError !== undefined) return { at: 'halting', error: streakError };
  setScene(session, scene);
  return scene === undefined ? { at: 'exhausted' } : { at: 'compacting' };
}

function findBound({ bounds }: Run, scene: LedgerScene): RunLimit | undefined {
  return bounds.findSpent() ?? (bounds.isBehind(scene) ? 'place' : undefined);
}
