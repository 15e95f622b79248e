// Brings back into mind items that faded, were dropped or were replaced.
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { openAsideStore } from '../events/aside-store.ts';
import { openEventStore, resolveNowMs } from '../events/event-store.ts';
import { readWakingMoment } from '../events/read-moment.ts';
import { correctedBecause, type ItemChange, type ItemId, revivedBecause, type WorkingItem } from './item.ts';
import { listRivals } from './normal-form.ts';
import { findSettling } from './recurring-plans.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from './working-memory-store.ts';

export interface ReviveMoment extends SweepMoment {
  /** The profile by which items fade; by default, a profile that uses real time. */
  readonly profile?: DecayProfile | undefined;
}

/**
 * Brings an item back as if it had just been told. Like a new item, it may replace others. If a person corrected one
 * item into another, bringing one of them back ends the other. If a time of a recurring plan was just done or
 * skipped, the plan is due at that time again. Returns undefined if there is no such item, or if it was forgotten or
 * set aside.
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
      const cause = { because: revivedBecause, atMs: nowMs, turn };
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

/** The maximum number of changes that a correction makes, including those that end rivals. */
const mostOfCorrection = 100;
/** At most this many items that are linked by corrections are looked at. */
const mostRelatives = 100;

/**
 * The active items that are linked with this one by a person's corrections, in one step or several, forwards or
 * backwards.
 */
function listCorrections(store: WorkingMemoryStore, item: WorkingItem): readonly WorkingItem[] {
  const found = new Map<ItemId, WorkingItem>();
  for (const id of [item.id, findRoot(store, item.id)]) {
    const open = [id];
    for (let at = open.pop(); at !== undefined && found.size < mostRelatives; at = open.pop()) {
      const one = found.has(at) ? undefined : store.find(at);
      if (one === undefined) continue;
      found.set(at, one);
      open.push(...listCorrected(store, at, at === item.id));
    }
    found.delete(item.id);
  }
  return [...found.values()].filter(({ status }) => status === 'active');
}

/** The first item in the chain of a person's corrections that led to this item. */
function findRoot(store: WorkingMemoryStore, id: ItemId): ItemId {
  let root = id;
  for (let steps = 0; steps < mostRelatives; steps += 1) {
    const made = store.readChanges(root).find(isCorrection);
    const former = made?.change === 'created' ? findFormer(store, made) : undefined;
    if (former === undefined) break;
    root = former;
  }
  return root;
}

/**
 * The items that a person's corrections put in the place of this one; `withRivals`: also if this one was only a rival
 * of the item that was corrected.
 */
function listCorrected(store: WorkingMemoryStore, id: ItemId, withRivals: boolean): readonly ItemId[] {
  return store
    .readChanges(id)
    .filter((change) => change.change === 'status' && isCorrection(change))
    .flatMap((ending) => {
      const made = store
        .readChangesWithin(ending.id, ending.id + mostOfCorrection)
        .find((change) => change.change === 'created' && isCorrection(change));
      return made !== undefined && (withRivals || findFormer(store, made) === id) ? [made.itemId] : [];
    });
}

/**
 * The item whose words were corrected: it ended first, then its rivals ended, and then the new item was created.
 */
function findFormer(store: WorkingMemoryStore, made: ItemChange): ItemId | undefined {
  const before = store.readChangesWithin(made.id - mostOfCorrection, made.id - 1);
  const other = before.findLastIndex((change) => change.change !== 'status' || !isCorrection(change));
  return before[other + 1]?.itemId;
}

function isCorrection({ because }: ItemChange): boolean {
  return because === correctedBecause;
}

/** The moment of a sweep; unlike the moment of a wake, it has no pressure. */
interface SweepMoment {
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  readonly turn: number;
}

/**
 * Marks active items with a score below the profile's threshold as decayed, except plans and facts, and returns them.
 */
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
