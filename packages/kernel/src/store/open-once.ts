// Opens a store once for each connection, however often it is asked for.
import type { Connection } from './open-database.ts';
import { type StorePlace, translateStorageError } from './storage-errors.ts';

/**
 * `open`, but each connection gets the store that was opened for it first: preparing statements costs more than most
 * things that are done with them. A store is released with its connection.
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

/** Does one thing with a store; throws as the methods of a guarded store do. */
export function runGuarded<Value>(place: StorePlace, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw translateStorageError(error, place);
  }
}
