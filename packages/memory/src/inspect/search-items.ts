// Searching items: what is or was held in mind and bears the words that were asked; never a secret.

import type { Connection } from '@terrarium/kernel/open-database';
import { queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import type { WorkingTag } from '../tags/tag.ts';
import type { ItemId, ItemStatus } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { clampLimit } from './clamp-limit.ts';
import { cutExcerpt } from './cut-excerpt.ts';

export interface ItemResult {
  readonly itemId: ItemId;
  readonly kind: WorkingTag;
  readonly status: ItemStatus;
  readonly eventId: EventId;
  readonly createdAtMs: number;
  /** From just before the first word that was looked for. */
  readonly excerpt: string;
}

/** Older ones than these are not looked at: a search stays quick, however long a memory is kept. */
const mostRead = 20_000;

/** Those with the most of the words first; of equal ones the active before others, then the newest. */
export function searchItems(connection: Connection, query: string, limit?: number): readonly ItemResult[] {
  const wanted = [...splitTerms(query, queryLimits).counts.keys()];
  if (wanted.length === 0) return [];
  return openWorkingMemoryStore(connection)
    .readNewestOpenly(mostRead)
    .map((item) => ({ item, shared: countShared(item.content, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort(
      (one, other) =>
        other.shared - one.shared ||
        Number(other.item.status === 'active') - Number(one.item.status === 'active') ||
        other.item.createdAtMs - one.item.createdAtMs ||
        other.item.id - one.item.id,
    )
    .slice(0, clampLimit(limit))
    .map(({ item: { id, kind, status, eventId, createdAtMs, content } }) => ({
      itemId: id,
      kind,
      status,
      eventId,
      createdAtMs,
      excerpt: cutExcerpt(content, wanted),
    }));
}

function countShared(content: string, wanted: readonly string[]): number {
  const { counts } = splitTerms(content);
  return wanted.filter((term) => counts.has(term)).length;
}
