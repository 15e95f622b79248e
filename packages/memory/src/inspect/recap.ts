// Recap: what changed in a memory since last time, such as items that are new, resolved, faded or due.

import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { asShown } from '../working-memory/describe-item.ts';
import { findSuccessor } from '../working-memory/find-successor.ts';
import type { ItemId, ItemStatus, WorkingItem } from '../working-memory/item.ts';
import { openItemsUntil } from '../working-memory/items-until-store.ts';
import { type Plan, plans } from '../working-memory/plans.ts';
import { type ChangedFragment, openRecapStore } from './recap-store.ts';

export interface RecapOptions {
  readonly nowMs: number;
  /** Changes after this time are told; by default, changes since the last talk began. */
  readonly sinceMs?: number | undefined;
  readonly timeZone: string;
  readonly profile?: DecayProfile | undefined;
}

export interface Recap {
  readonly sinceMs: number;
  /** Items created since then that are still in mind. */
  readonly created: readonly WorkingItem[];
  /** Items that left the mind since then, by their status. */
  readonly ended: Readonly<Record<Exclude<ItemStatus, 'active'>, readonly WorkingItem[]>>;
  /** The items that took the place of superseded items; a superseded item without a successor is left out. */
  readonly successors: ReadonlyMap<ItemId, WorkingItem>;
  /** Items that were revived since then. */
  readonly revived: readonly WorkingItem[];
  readonly fragments: readonly ChangedFragment[];
  readonly flags: readonly string[];
  /** Plans that are coming up, due or overdue. */
  readonly due: readonly Plan[];
}

const talkSilenceMs = 5 * 60 * 60 * 1_000;
const duePhases: ReadonlySet<string> = new Set(['approaching', 'due', 'grace', 'overdue']);

/** The recap contains nothing of a secret. */
export function buildRecap(connection: Connection, options: RecapOptions): Recap {
  const { nowMs, timeZone, profile = defaultProfile } = options;
  const store = openRecapStore(connection);
  // One millisecond is subtracted so that the first message of the talk is included.
  const sinceMs = options.sinceMs ?? (store.findLastTalk(nowMs, talkSilenceMs) ?? nowMs) - 1;
  const changed = store.listChangedItems({ sinceMs, nowMs });
  // A fact that will be true only from a coming day on has not begun, and has not ended another one yet.
  const workingMemory = openItemsUntil(connection, nowMs);
  const items = workingMemory.readContents(changed.map(({ id }) => id));
  const filterChanged = (status: ItemStatus, isNew?: boolean) =>
    changed
      .filter((one) => isNew === undefined || one.isNew === isNew)
      .flatMap(({ id }) => items.get(id) ?? [])
      .filter((item) => item.status === status)
      .map((item) => asShown(workingMemory, item));
  const superseded = filterChanged('superseded');
  return {
    sinceMs,
    created: filterChanged('active', true),
    ended: {
      resolved: filterChanged('resolved'),
      dropped: filterChanged('dropped'),
      decayed: filterChanged('decayed'),
      superseded,
    },
    successors: new Map(
      superseded.flatMap((item) => {
        const successor = findSuccessor(workingMemory, item);
        return successor === undefined ? [] : [[item.id, asShown(workingMemory, successor)] as const];
      }),
    ),
    revived: filterChanged('active', false),
    fragments: store.listChangedFragments(sinceMs),
    flags: store.listFlags(sinceMs),
    due: plans(connection, { nowMs, timeZone, profile }).filter(({ phase }) => duePhases.has(phase)),
  };
}
