// Reads what an audit of our own memory needs: the items held in mind, without secrets, and the parroted replies.

import type { Connection } from '@terrarium/kernel/open-database';
import type { MemorySize } from './finding.ts';

export interface AuditCounts extends MemorySize {
  readonly replies: number;
  readonly parroted: number;
}

export interface AuditStore {
  count(): AuditCounts;
  /** Ids of parroted replies, newest first, at most `limit`. */
  listParroted(limit: number): number[];
  /** Active items except secrets, oldest first. */
  listItems(): AuditedItem[];
}

export interface AuditedItem {
  readonly id: number;
  readonly kind: string;
  readonly content: string;
}

export function openAuditStore(connection: Connection): AuditStore {
  const counts = connection.prepare<[], AuditCounts>(
    `SELECT (SELECT count(*) FROM standing_event) AS events,
       (SELECT count(*) FROM standing_event WHERE side = 'companion') AS replies,
       (SELECT count(*) FROM standing_event WHERE is_parroted = 1) AS parroted,
       (SELECT count(*) FROM working_memory WHERE status = 'active') AS activeItems,
       (SELECT count(*) FROM fragment) AS fragments,
       (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes`,
  );
  const parroted = connection
    .prepare<[number], number>('SELECT id FROM standing_event WHERE is_parroted = 1 ORDER BY id DESC LIMIT ?')
    .pluck();
  const items = connection.prepare<[], AuditedItem>(
    `SELECT id, kind, content FROM working_memory WHERE status = 'active' AND kind <> 'secret' ORDER BY id`,
  );
  return {
    count: () => counts.get() as AuditCounts,
    listParroted: (limit) => parroted.all(limit),
    listItems: () => items.all(),
  };
}
