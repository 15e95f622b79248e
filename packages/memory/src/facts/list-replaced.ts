// Lists the facts that a moment told and that are no longer true, with what is true in their place.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { isSingleFact, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import { openItemsUntil } from '../working-memory/items-until-store.ts';
import { isStillSo } from './is-still-so.ts';
import { listFacts, listFormerFacts, renderFactName } from './known-fact.ts';

export interface ReplacedFact {
  /** The fact's name, such as "home" or "sister's job". */
  readonly name: string;
  /** The value that was told. */
  readonly formerValue: string;
  /** The value that is true now; undefined if it is not known. */
  readonly value: string | undefined;
  /** When the present value was told; undefined if this is not known, or if the former value was a mistake. */
  readonly sinceMs: number | undefined;
}

export interface Replaced {
  /** The facts that this moment told and that are no longer true. */
  readOfEvent(eventId: EventId): readonly ReplacedFact[];
  /**
   * Reads what this fact said, if it is no longer true. Returns an empty list if it is still true, or if the
   * item is not a fact.
   */
  readOfItem(itemId: ItemId): readonly ReplacedFact[];
}

const mostFormer = 1_000;
const nothing: Replaced = { readOfEvent: () => [], readOfItem: () => [] };

/** Reads the replaced facts as they were known at the moment `nowMs`. */
export function openReplaced(connection: Connection, nowMs: number): Replaced {
  const ground = { connection, items: openItemsUntil(connection, nowMs) };
  const former = listFormerFacts(ground, mostFormer);
  if (former.length === 0) return nothing;
  const facts = listFacts(ground);
  const describe = (isMeant: (item: WorkingItem) => boolean) =>
    former.filter(isMeant).flatMap((item) => describeReplaced(connection, item, facts));
  return {
    readOfEvent: (eventId) => describe((item) => item.eventId === eventId),
    readOfItem: (itemId) => describe(({ id }) => id === itemId),
  };
}

function describeReplaced(
  connection: Connection,
  former: WorkingItem,
  facts: readonly WorkingItem[],
): readonly ReplacedFact[] {
  const { subject = '' } = former;
  const present = isSingleFact(subject) ? facts.find((fact) => fact.subject === subject) : undefined;
  if (isStillSo(former, facts)) return [];
  return [
    {
      name: renderFactName(parseFactSubject(subject)),
      formerValue: findFactValue(former),
      value: present && findFactValue(present),
      sinceMs: present === undefined ? undefined : findSince(connection, present, former),
    },
  ];
}

function findSince(connection: Connection, present: WorkingItem, former: WorkingItem): number | undefined {
  if (present.eventId === former.eventId) return undefined;
  const isUndated = openEventStore(connection).readAll([present.eventId]).get(present.eventId)?.isUndated;
  return isUndated === true ? undefined : present.createdAtMs;
}
