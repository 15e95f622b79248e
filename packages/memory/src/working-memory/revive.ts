// Brings back into mind items that faded, were dropped or were replaced.
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { openAsideStore } from '../events/aside-store.ts';
import { openEventStore, resolveNowMs } from '../events/event-store.ts';
import { readWakingMoment } from '../events/read-moment.ts';
import { correctedBecause, type ItemId, type WorkingItem } from './item.ts';
import { listRivals } from './normal-form.ts';
import { findSettling } from './recurring-plans.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from './working-memory-store.ts';

export interface ReviveMoment extends SweepMoment {
  /** The profile by which items fade; by default, a profile that uses the clock on the wall. */
  readonly profile?: DecayProfile | undefined;
}

/**
 * Brings an item back as if it had just been told; like a new item, it may replace others, and it takes the place of what
 * a person corrected it to. A recurring plan that was done or skipped this time is due at that time again. Returns
 * undefined if there is no such item.
 */
export function revive(connection: Connection, id: ItemId, moment: ReviveMoment): WorkingItem | undefined {
  const store = openWorkingMemoryStore(connection);
  const { nowMs, turn, profile = defaultProfile } = moment;
  return connection
    .transaction(() => {
      const item = store.find(id);
      // A forgotten item has no words to bring back, and an item that was set aside comes back with its message.
      if (item === undefined || item.content === '' || openAsideStore(connection).isAside(item.eventId))
        return undefined;
      const cause = { because: 'it was brought back', atMs: nowMs, turn };
      for (const rival of [...listRivals(store, item), ...listCorrections(store, item)]) {
        if (rival.id !== id)
          store.updateState(rival, { change: 'status', to: { status: 'superseded' }, cause });
      }
      const refreshedAtMs = resolveNowMs(openEventStore(connection), profile, nowMs);
      const settled = item.status === 'active' ? findSettling(item, store.readChanges(id)) : undefined;
      const dueAtMs = settled?.before?.dueAtMs ?? item.dueAtMs;
      const to = { status: 'active', refreshedAtMs, refreshedTurn: turn, dueAtMs } as const;
      return store.updateState(item, { change: 'status', to, cause });
    })
    .immediate();
}

/** How many changes a correction makes at most, with the rivals that it ends. */
const mostOfCorrection = 100;

/** The active item to which a person corrected this one, also by several corrections. */
function listCorrections(store: WorkingMemoryStore, { id, status }: WorkingItem): readonly WorkingItem[] {
  const ending = store.readChanges(id).at(-1);
  if (status !== 'superseded' || ending?.because !== correctedBecause) return [];
  const made = store
    .readChangesWithin(ending.id, ending.id + mostOfCorrection)
    .find(({ change, because }) => change === 'created' && because === correctedBecause);
  const next = made && store.find(made.itemId);
  if (next === undefined) return [];
  return next.status === 'active' ? [next] : listCorrections(store, next);
}

/** The moment of a sweep; unlike the moment of a wake, it has no pressure. */
interface SweepMoment {
  /** The present time by the clock on the wall. */
  readonly nowMs: number;
  readonly turn: number;
}

/** Marks active items with a score below the profile's threshold as decayed, except plans, and returns them. */
export function markDecayed(
  connection: Connection,
  moment: SweepMoment,
  profile: DecayProfile,
): WorkingItem[] {
  const store = openWorkingMemoryStore(connection);
  const { nowMs, turn } = moment;
  const weighed = readWakingMoment(connection, { profile, wallMs: nowMs, turn });
  return connection
    .transaction(() => {
      const faded = store
        .readActive()
        .filter((item) => item.kind !== 'plan' && score(item, weighed, profile) < profile.threshold);
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
