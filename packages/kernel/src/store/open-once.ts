// Opens a store once for a connection, however often it is asked for.

import type { Connection } from './open-database.ts';

/**
 * `open`, but each connection gets the store that was opened for it first: preparing statements costs more than most
 * things that are done with them. A store is let go with its connection.
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
