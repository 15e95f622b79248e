// Says in words how an item left the mind, and by which command it comes back.
import type { Connection } from '@terrarium/kernel/open-database';
import { openAsideStore } from '../events/aside-store.ts';
import { findSuccessor } from './find-successor.ts';
import type { ItemStatus, WorkingItem } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

const endings: Readonly<Record<Exclude<ItemStatus, 'active'>, string>> = {
  resolved: 'done',
  dropped: 'dropped',
  decayed: 'faded',
  superseded: 'replaced',
};

export interface Ending {
  /** Words that can follow "it was", such as "replaced by plan 12". */
  readonly how: string;
  /** A sentence that says what brings the item back, such as a command; empty if nothing does. */
  readonly back: string;
}

interface EndingGround {
  readonly connection: Connection;
  readonly items: WorkingMemoryStore;
}

/** Returns undefined for an item that is in mind. */
export function describeEnding({ connection, items }: EndingGround, item: WorkingItem): Ending | undefined {
  if (item.status === 'active') return undefined;
  if (item.content === '') return { how: 'forgotten for good', back: '' };
  const by = findSuccessor(items, item);
  const isOver = item.status === 'superseded' && by === undefined;
  const how = isOver ? 'marked as no longer so' : endings[item.status];
  return {
    how: by === undefined ? how : `${how} by ${by.kind} ${by.id}`,
    back: openAsideStore(connection).isAside(item.eventId)
      ? `It comes back with message ${item.eventId}, which was set aside.`
      : `"terrarium memory revive ${item.id}" brings it back.`,
  };
}
