// Counts mentions anew, once, in a database in which an earlier version of the program counted them by another rule.

import type { Connection } from '@terrarium/kernel/open-database';
import { openEntryStore } from './entry-store.ts';
import type { ReadBody } from './read-parts.ts';
import { openReadingStore } from './reading-store.ts';
import { storeMentions } from './update-mentions.ts';

/** Whether a corpus can be read. */
type HasCorpus = (corpus: string) => boolean;

/**
 * Counts mentions again if this is due. Postpones the count if a story that was read is missing. Throws
 * `StorageError`.
 */
export function replaceOldMentions(connection: Connection, readBody: ReadBody, hasCorpus: HasCorpus): void {
  const isDue = connection.prepare<[], number>('SELECT is_due FROM mention_recount').pluck();
  if (isDue.get() === undefined) return;
  const corpora = connection.prepare<[], string>('SELECT DISTINCT corpus FROM read_part').pluck().all();
  if (!corpora.every(hasCorpus)) return;
  const recount = connection.transaction(() => {
    // Another process may have counted the mentions in the meantime.
    if (isDue.get() === undefined) return;
    connection.exec('DELETE FROM mention; DELETE FROM mention_sum; DELETE FROM mention_recount;');
    storeMentions(openReadingStore(connection, readBody), openEntryStore(connection).iterate({}));
  });
  recount.immediate();
}
