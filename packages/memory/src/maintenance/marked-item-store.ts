// Reads the items that maintenance may mark: active ones and those that were let go last, never a secret.

import type { Connection } from '@terrarium/kernel/open-database';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';

/** How many of those that are no longer active can still be brought back by maintenance. */
const revivableItems = 200;

/** By id. */
export function readMarkableItems(connection: Connection): ReadonlyMap<ItemId, WorkingItem> {
  const ids = connection
    .prepare<[number], ItemId>(
      `SELECT id FROM working_memory WHERE status = 'active' AND kind <> 'secret'
       UNION SELECT * FROM (SELECT id FROM working_memory WHERE status <> 'active' AND kind <> 'secret'
         ORDER BY refreshed_at_ms DESC, id DESC LIMIT ?)`,
    )
    .pluck()
    .all(revivableItems);
  return openWorkingMemoryStore(connection).readContents(ids);
}
