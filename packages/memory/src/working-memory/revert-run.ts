// Reverting a run: each item that a maintenance run changed is put back exactly as it was before.

import type { ChangeCause, ItemId, ItemState } from './item.ts';
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
    const isUntouched = store.readChanges(id).at(-1)?.runId === runId;
    if (item === undefined || !isUntouched) leftAlone.push(id);
    else {
      store.change(item, { change: 'restored', to: before, cause });
      restored.push(id);
    }
  }
  return { restored, leftAlone };
}

/** What each item was before the first change of the run. */
function listFormerStates(store: WorkingMemoryStore, runId: number): ReadonlyMap<ItemId, ItemState> {
  const states = new Map<ItemId, ItemState>();
  for (const { itemId, before } of store.readChangesOfRun(runId)) {
    if (before !== undefined && !states.has(itemId)) states.set(itemId, before);
  }
  return states;
}
