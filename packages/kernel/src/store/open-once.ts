// Opens a store once for each connection, however often it is asked for.
import type { Connection } from './open-database.ts';
import { type StorePlace, translateStorageError } from './storage-errors.ts';

/**
 * Wraps `open` so that it opens only one store for each connection, because preparing statements takes longer than
 * most uses of them. A store is released together with its connection.
 */
export function openOnce<Store extends object>(
  open: (connection: Connection) => Store,
): (connection: Connection) => Store {
  const opened = new WeakMap<Connection, Store>();
  return (connection) => {
    const known = opened.get(connection);
    if (known !== undefined) return known;
    const store = open(connection);
    opened.set(connection, store);
    return store;
  };
}

/**
 * Wraps a store: its methods throw `StorageError` for problems with the disk, the file or another program. Our own
 * errors pass unchanged. Work that continues after a method has returned, such as an iterator, is not covered.
 */
export function guardStore<Store extends object>(store: Store, place: StorePlace): Store {
  const guarded = Object.entries(store).map(([name, act]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => runGuarded(place, () => act(...given)),
  ]);
  return Object.fromEntries(guarded);
}

/** Runs `act` on a store, and throws the same errors as the methods of a guarded store. */
export function runGuarded<Value>(place: StorePlace, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw translateStorageError(error, place);
  }
}
