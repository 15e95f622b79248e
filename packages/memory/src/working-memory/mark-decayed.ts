// Marks what has decayed: what has faded to nothing is marked so, and can be revived; nothing is ever deleted.

import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { openEventStore } from '../events/event-store.ts';
import { resolveNowMs } from '../events/resolve-told-at.ts';
import type { WorkingItem } from './item.ts';
import { openWorkingMemoryStore } from './working-memory-store.ts';

/** A moment of the memory's life, without what presses on conversation. */
export interface SweepMoment {
  /** By the clock on the wall. */
  readonly nowMs: number;
  readonly turn: number;
}

/** Marks the active items that weigh less than the profile's threshold as decayed; answers them. */
export function markDecayed(
  connection: Connection,
  moment: SweepMoment,
  profile: DecayProfile,
): WorkingItem[] {
  const store = openWorkingMemoryStore(connection);
  const { nowMs, turn } = moment;
  const weighed = { turn, nowMs: resolveNowMs(openEventStore(connection), profile, nowMs), pressure: 0 };
  return connection
    .transaction(() => {
      const faded = store.readActive().filter((item) => score(item, weighed, profile) < profile.threshold);
      const contents = store.readContents(faded.map((item) => item.id));
      return [...contents.values()].map((item) =>
        store.updateState(item, {
          change: 'status',
          to: { status: 'decayed' },
          cause: { because: 'it had faded', atMs: nowMs, turn },
        }),
      );
    })
    .immediate();
}
