// Stores tell what an export needs of the reading: how often entries are named where, and how far posts were read.

import type { Connection } from '@terrarium/kernel/open-database';
import type { PartCount } from '../glossary/reading-store.ts';

/** Mentions of all entries in the parts up to `lastPart`, by entry id. */
export function readAllMentions(
  connection: Connection,
  lastPart: number,
): ReadonlyMap<number, readonly PartCount[]> {
  const rows = connection
    .prepare<[number], PartCount & { readonly entryId: number }>(
      'SELECT entry_id AS entryId, part_id AS partId, mentions FROM mention WHERE part_id <= ? ORDER BY 1, 2',
    )
    .all(lastPart);
  return Map.groupBy(rows, (row) => row.entryId);
}

/** Up to where a post had been read by a part; 0 for a post that had not. */
export function openReadEnds(
  connection: Connection,
): (corpus: string, post: number, lastPart: number) => number {
  const select = connection
    .prepare<[string, number, number], number | null>(
      'SELECT max(end_at) FROM read_part WHERE corpus = ? AND post = ? AND id <= ?',
    )
    .pluck();
  const selectLater = connection
    .prepare<[string, number], number | null>(
      'SELECT max(end_at) FROM read_part WHERE corpus = ? AND post = ?',
    )
    .pluck();
  // What was read again has later parts; it is cited only where the scene that it belongs to was reached.
  return (corpus, post, lastPart) => select.get(corpus, post, lastPart) ?? selectLater.get(corpus, post) ?? 0;
}
