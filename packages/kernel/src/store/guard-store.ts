// Guards a store: whatever the driver throws while a method runs becomes one of our errors.

import { type StorePlace, translateStorageError } from './storage-errors.ts';

/**
 * The same store, whose methods throw `StorageError` for what the disk, the file or another program does. Our own
 * errors pass as they are. What a method only starts, such as an iterator, is guarded until it returns.
 */
export function guardStore<Store extends object>(store: Store, place: StorePlace): Store {
  const guarded = Object.entries(store).map(([name, act]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => runGuarded(place, () => act(...given)),
  ]);
  return Object.fromEntries(guarded);
}

/** Does one thing with a store; throws as the methods of a guarded one. */
export function runGuarded<Value>(place: StorePlace, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw translateStorageError(error, place);
  }
}
