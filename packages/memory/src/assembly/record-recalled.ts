// Records what the companion looked up within a turn, so that it lingers like the content of a wake.

import { readWakingMoment } from '../events/read-moment.ts';
import type { Recalled } from '../fragments/recall.ts';
import type { ResolvedConfig } from './wake-config.ts';

/** Records the fragment and its neighbours. If no fragment was found for the name, nothing is recorded. */
export function recordRecalled(
  { stores, profile, clock }: ResolvedConfig,
  { key, tier, neighbours }: Recalled,
): void {
  if (tier === undefined) return;
  const { turn, nowMs } = readWakingMoment(stores.connection, {
    profile,
    wallMs: clock.now(),
    turn: undefined,
  });
  stores.wakes.recordRecalled([key, ...neighbours.map((one) => one.key)], { turn, atMs: nowMs });
}
