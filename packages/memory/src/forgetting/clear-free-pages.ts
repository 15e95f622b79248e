// Sweeps the file of a memory after something was forgotten: free pages and the write-ahead log keep nothing of it.
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildFile } from '@terrarium/kernel/rebuild-file';
import { openForgettingStore } from './forgetting-store.ts';

/**
 * Returns whether nothing is left to sweep. Something is left while another program uses the file; a later call sweeps
 * it.
 */
export function clearFreePages(connection: Connection): boolean {
  const store = openForgettingStore(connection);
  if (!store.isUnswept()) return true;
  if (!rebuildFile(connection)) return false;
  store.markSwept();
  return true;
}
