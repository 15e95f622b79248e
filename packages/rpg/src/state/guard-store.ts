// Guards a store: whatever the driver throws while it is used becomes one of our errors.

import type { Connection } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';

/** The same store. Our own errors pass through as they are. */
export function guardStore<Store extends object>(store: Store, connection: Connection): Store {
  const place = { title: 'the games', path: connection.name };
  const guarded = Object.entries(store).map(([name, act]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => {
      try {
        return act(...given);
      } catch (error) {
        throw translateStorageError(error, place);
      }
    },
  ]);
  return Object.fromEntries(guarded);
}
