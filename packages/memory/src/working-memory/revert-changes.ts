// Reverts changes to items: their fields become what they were before, unless something has changed them again since.
import {
  type ChangeCause,
  extractState,
  type ItemChange,
  type ItemState,
  stateFields,
  type WorkingItem,
} from './item.ts';
import { listRivals } from './normal-form.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/**
 * Reverts the changes, the newest first. Each reversal is stored as a change of its own, so that it can be reverted
 * too. An item that one of the changes created is dropped. An item does not become active again if another one has
 * taken its place. Must be called within a transaction.
 */
export function revertChanges(
  store: WorkingMemoryStore,
  changes: readonly ItemChange[],
  cause: ChangeCause,
): void {
  for (const change of changes.toReversed()) {
    const item = store.find(change.itemId);
    if (item === undefined) continue;
    const to = computeFormer(item, change, findAfter(store, item, change));
    const isRival = to.status === 'active' && listRivals(store, item).some(({ id }) => id !== item.id);
    const { status: _status, ...rest } = to;
    store.updateState(item, {
      change: 'restored',
      to: isRival ? rest : to,
      cause: { ...cause, eventId: change.eventId },
    });
  }
}

function findAfter(store: WorkingMemoryStore, item: WorkingItem, { id }: ItemChange): ItemState {
  return store.readChanges(item.id).find((later) => later.id > id)?.before ?? item;
}

/** Restores only fields that still have the value that the change gave them. */
function computeFormer(
  item: WorkingItem,
  { before, toStatus }: ItemChange,
  after: ItemState,
): Partial<ItemState> {
  if (before === undefined) return item.status === toStatus ? { status: 'dropped' } : {};
  return extractState(
    before,
    stateFields.filter((field) => item[field] === after[field]),
  );
}
