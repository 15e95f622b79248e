// Replaces a plan or pin that a person asked for in plain words, if the reply puts the same into mind in words of its own.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { MemoryEvent } from '../events/event.ts';
import type { EventStore } from '../events/event-store.ts';
import { listTold } from '../tags/nested-parts.ts';
import type { Effect } from '../working-memory/applied.ts';
import { cutDueWords } from '../working-memory/cut-date.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { isMoved } from '../working-memory/move-plan.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

interface Stores {
  readonly events: EventStore;
  readonly workingMemory: WorkingMemoryStore;
}

/**
 * Two items are about the same thing if at least this share of the words of the shorter one is also in the other one.
 */
const leastShare = 0.5;
const dayMs = 86_400_000;

type Kind = 'plan' | 'pin';

/** Must be called within the reply's transaction, with the items that the reply put into mind. */
export function replaceReminders(
  stores: Stores,
  reply: MemoryEvent,
  effects: readonly Effect[],
): readonly Effect[] {
  const kinds: readonly Kind[] = ['plan', 'pin'];
  return kinds.flatMap((kind) => {
    const made = effects.flatMap(({ effect, item }) =>
      effect === 'created' && item.kind === kind ? [item] : [],
    );
    return replaceOfKind(stores, reply, { kind, made });
  });
}

interface Made {
  readonly kind: Kind;
  readonly made: readonly WorkingItem[];
}

function replaceOfKind(
  { events, workingMemory }: Stores,
  reply: MemoryEvent,
  { kind, made }: Made,
): readonly Effect[] {
  if (made.length === 0) return [];
  const isMovedNow = (item: WorkingItem) =>
    isMoved(item) &&
    item.refreshedTurn === reply.turn &&
    made.some(({ dueAtMs }) => dueAtMs !== undefined && Math.abs(dueAtMs - (item.dueAtMs ?? 0)) < dayMs);
  const isReminder = (item: WorkingItem) => isMovedNow(item) || isToldNow(item);
  const isToldNow = ({ eventId, createdTurn }: WorkingItem) =>
    createdTurn === reply.turn &&
    eventId !== reply.id &&
    events.find(eventId)?.side === 'user' &&
    !events.readSpans(eventId).some((span) => listTold(span).some(({ tag }) => tag === kind));
  const { id: eventId, atMs, turn } = reply;
  const cause = {
    because: `the companion's own ${kind} for the same thing took its place`,
    eventId,
    atMs,
    turn,
  };
  return workingMemory
    .readActiveOf(kind)
    .filter((item) => isReminder(item) && isRepeated(item, made))
    .map((item) => ({
      effect: 'superseded',
      item: workingMemory.updateState(item, { change: 'status', to: { status: 'superseded' }, cause }),
    }));
}

/** Whether the new items say the whole item again: what one of its parts asks for must not be lost. */
function isRepeated(item: WorkingItem, made: readonly WorkingItem[]): boolean {
  const same = made.filter((one) => isSame(item, one));
  const said = new Set(same.flatMap((one) => [...listTerms(one)]));
  const parts = listParts(item);
  return same.length > 0 && (parts.length < 2 || parts.every((terms) => isShared(terms, said)));
}

/** The words of each part of the item. A single word after a comma only says more of the part before: "Pepper, the cat". */
function listParts(item: WorkingItem): readonly ReadonlySet<string>[] {
  return cutDueWords(item)
    .split(/;|\band\b/iu)
    .flatMap((joined) => {
      const [first, ...others] = joined.split(',').map((part) => collectDistinctTerms(part));
      return [...(first === undefined ? [] : [first]), ...others.filter(({ size }) => size > 1)];
    })
    .filter(({ size }) => size > 0);
}

function isShared(terms: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...terms].filter((word) => others.has(word)).length >= leastShare * terms.size;
}

function isSame(one: WorkingItem, other: WorkingItem): boolean {
  const [words, others] = [listTerms(one), listTerms(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared >= leastShare * Math.min(words.size, others.size);
}

function listTerms(plan: WorkingItem): ReadonlySet<string> {
  return collectDistinctTerms(cutDueWords(plan));
}
