// Clears the free pages and the write-ahead log of a memory's file, so that no forgotten words remain there.
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildFile } from '@terrarium/kernel/rebuild-file';
import { openForgettingStore } from './forgetting-store.ts';

/**
 * Returns whether nothing is left to clear. While another program uses the file, something is left, and a later
 * call clears it.
 */
export function clearFreePages(connection: Connection): boolean {
  const store = openForgettingStore(connection);
  if (!store.isUnswept()) return true;
  if (!rebuildFile(connection)) return false;
  store.markSwept();
  return true;
}
