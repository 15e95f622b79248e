// Says which items come nearest to words that mean none, or which several items the words mean equally well.
import type { WorkingTag } from '../tags/tag.ts';
import { quoteItems } from './describe-item.ts';
import type { WorkingItem } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

export interface Named {
  readonly tag: WorkingTag;
  readonly items: readonly WorkingItem[];
}

export function renderMiss(store: WorkingMemoryStore, { tag, items }: Named, timeZone: string): string {
  const near = items.length === 0 ? '' : ` The nearest: ${quoteItems(store, items, timeZone)}.`;
  return `No active ${tag} matches these words. Nothing was changed.${near}`;
}

export function renderTie(store: WorkingMemoryStore, { tag, items }: Named, timeZone: string): string {
  // Reports are shown to the person, so this one quotes no secret.
  if (tag === 'secret') return 'Several secrets have all of these words. Nothing was changed.';
  const quoted = quoteItems(store, items.slice(0, 3), timeZone);
  return `Several active ${tag}s match equally well: ${quoted}. Nothing was changed.`;
}

export function renderUnmoved(store: WorkingMemoryStore, { items }: Named, timeZone: string): string {
  return `A plan that comes again is moved only to other such times (every Saturday), and none to a time that is over: ${quoteItems(store, items.slice(0, 3), timeZone)}. Nothing was changed.`;
}
