// Records what the companion looked up within a turn: it lingers like what a wake showed.

import { readWakingMoment } from '../events/read-moment.ts';
import type { Recalled } from '../fragments/recall.ts';
import type { ResolvedConfig } from './wake-config.ts';

/** A name that no fragment was found for is not recorded. */
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
