// Reverting a run: each item that a maintenance run changed is put back exactly as it was before; what it made is let go.

import type { ChangeCause, ItemChange, ItemId, ItemState } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

export interface RevertedItems {
  readonly restored: readonly ItemId[];
  /** Changed again since, by something else: left as they are. */
  readonly leftAlone: readonly ItemId[];
}

/** Within the caller's transaction. */
export function revertItemChanges(
  store: WorkingMemoryStore,
  runId: number,
  cause: ChangeCause,
): RevertedItems {
  const restored: ItemId[] = [];
  const leftAlone: ItemId[] = [];
  for (const [id, before] of listFormerStates(store, runId)) {
    const item = store.find(id);
    if (item === undefined || findLastRun(store.readChanges(id)) !== runId) leftAlone.push(id);
    else {
      store.updateState(item, { change: 'restored', to: before, cause });
      restored.push(id);
    }
  }
  return { restored, leftAlone };
}

/** Who changed it last, leaving out what was taken back since. */
function findLastRun(changes: readonly ItemChange[]): number | undefined {
  const takenBack = new Set(changes.filter(({ change }) => change === 'restored').map(({ runId }) => runId));
  return changes.findLast(({ runId }) => runId === undefined || !takenBack.has(runId))?.runId;
}

/** What each item was before the first change of the run. */
function listFormerStates(store: WorkingMemoryStore, runId: number): ReadonlyMap<ItemId, Partial<ItemState>> {
  const states = new Map<ItemId, Partial<ItemState>>();
  for (const { itemId, before } of store.readChangesOfRun(runId)) {
    // Nothing is ever deleted: an item that the run made is dropped.
    if (!states.has(itemId)) states.set(itemId, before ?? { status: 'dropped' });
  }
  return states;
}
