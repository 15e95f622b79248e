// Finds the item that took the place of another one.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { ItemChange, ItemId, WorkingItem } from './item.ts';
import { countShared } from './normal-form.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

type Reading = Pick<WorkingMemoryStore, 'readChanges' | 'readChangesWithin' | 'find' | 'readActiveAbout'>;

/**
 * This many changes before and after an item's ending are searched for its successor: both items are changed
 * in one transaction.
 */
const nearby = 240;

/**
 * The item that took the place of this one; if several may have taken it, the one that shares the most words. Undefined
 * if the item was not replaced, or if what took its place is no longer known.
 */
export function findSuccessor(store: Reading, item: WorkingItem): WorkingItem | undefined {
  const change = item.status === 'superseded' ? findEnding(store, item.id) : undefined;
  if (change === undefined) return undefined;
  const isTaking = ({ kind, subject, id, content }: WorkingItem) =>
    id !== item.id && kind === item.kind && subject === item.subject && content !== '';
  const beside = store
    .readChangesWithin(change.id - nearby, change.id + nearby)
    .filter((one) => (one.change === 'created' || one.change === 'refreshed') && isSameCause(one, change))
    .flatMap(({ itemId }) => store.find(itemId) ?? []);
  const present = item.subject === undefined ? [] : store.readActiveAbout(item.kind, item.subject);
  const words = collectDistinctTerms(item.content);
  const measure = ({ content }: WorkingItem) => countShared(words, collectDistinctTerms(content));
  const [first, ...others] = [...beside, ...present].filter(isTaking);
  return others.reduce<WorkingItem | undefined>(
    (best, one) => (best !== undefined && measure(one) > measure(best) ? one : best),
    first,
  );
}

/** The last change by which the item left the mind; undefined if it never did. */
export function findEnding(store: Pick<Reading, 'readChanges'>, id: ItemId): ItemChange | undefined {
  return store
    .readChanges(id)
    .findLast(({ change, toStatus }) => change === 'status' && toStatus !== 'active');
}

function isSameCause(one: ItemChange, other: ItemChange): boolean {
  return one.eventId === other.eventId && one.runId === other.runId && one.atMs === other.atMs;
}
