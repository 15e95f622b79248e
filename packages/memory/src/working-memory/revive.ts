// Reviving: what faded, was let go or was replaced comes back into mind.

import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { openEventStore } from '../events/event-store.ts';
import { resolveNowMs } from '../events/resolve-told-at.ts';
import type { ItemId, WorkingItem } from './item.ts';
import { listRivals } from './list-rivals.ts';
import type { SweepMoment } from './mark-decayed.ts';
import { openWorkingMemoryStore } from './working-memory-store.ts';

export interface ReviveMoment extends SweepMoment {
  /** By which things fade; by default the clock on the wall. */
  readonly profile?: DecayProfile | undefined;
}

/** Brings an item back into mind as if it had just been told, in the place of its rivals; undefined where there is none. */
export function revive(connection: Connection, id: ItemId, moment: ReviveMoment): WorkingItem | undefined {
  const store = openWorkingMemoryStore(connection);
  const { nowMs, turn, profile = defaultProfile } = moment;
  return connection
    .transaction(() => {
      const item = store.find(id);
      if (item === undefined) return undefined;
      const cause = { because: 'it was brought back', atMs: nowMs, turn };
      for (const rival of listRivals(store, item)) {
        if (rival.id !== id)
          store.updateState(rival, { change: 'status', to: { status: 'superseded' }, cause });
      }
      const refreshedAtMs = resolveNowMs(openEventStore(connection), profile, nowMs);
      const to = { status: 'active', refreshedAtMs, refreshedTurn: turn } as const;
      return store.updateState(item, { change: 'status', to, cause });
    })
    .immediate();
}
