// Known facts: what the memory knows about people, with the words that tell it and what was true before.
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { type FactSubject, isSingleFact, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { nameFact } from './choose-tellings.ts';
import { openFactStore } from './fact-store.ts';

export interface KnownFact extends FactSubject {
  readonly item: WorkingItem;
  readonly value: string;
  /** When it was told; undefined where that is not known. */
  readonly toldAtMs: number | undefined;
  /** What took the same place before, and was not a mistake. */
  readonly before: string | undefined;
}

const mostOutdated = 1_000;
/** The reason with which a corrected item left the mind. Such a fact was never true. */
const corrected = 'a person corrected it';

/** The given facts, in their order. */
export function describeFacts(connection: Connection, items: readonly WorkingItem[]): readonly KnownFact[] {
  const store = openWorkingMemoryStore(connection);
  const events = openEventStore(connection).readAll(items.map(({ eventId }) => eventId));
  return items.map((item) => ({
    ...parseFactSubject(item.subject ?? ''),
    item,
    value: findFactValue(item),
    toldAtMs: findTime(item, events),
    before: findBefore(connection, store, item),
  }));
}

export interface FactsQuery {
  /** Words that all stand in what a fact says, or in the words that tell it. */
  readonly topic?: string | undefined;
  /** Whether what was so before is listed too. */
  readonly isAll?: boolean | undefined;
}

/** The facts about people, the newest first. */
export function readKnownFacts(
  connection: Connection,
  { topic = '', isAll = false }: FactsQuery = {},
): readonly KnownFact[] {
  const wanted = [...splitTerms(topic).counts.keys()];
  const former = openWorkingMemoryStore(connection).readContents(
    openFactStore(connection).listOutdated(mostOutdated),
  );
  const items = [...listFacts(connection), ...(isAll ? former.values() : [])];
  return describeFacts(connection, items)
    .filter((fact) => {
      const { counts } = splitTerms(`${renderFact(fact, fact.voice)} ${fact.item.content}`);
      return wanted.every((term) => counts.has(term));
    })
    .toSorted((one, other) => other.item.createdAtMs - one.item.createdAtMs || other.item.id - one.item.id);
}

/** Those that are true now, the newest first. */
export function listFacts(connection: Connection): readonly WorkingItem[] {
  return openWorkingMemoryStore(connection)
    .readActiveOf('fact')
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id);
}

function findTime(
  { eventId, createdAtMs }: WorkingItem,
  events: ReadonlyMap<EventId, MemoryEvent>,
): number | undefined {
  return events.get(eventId)?.isUndated === true ? undefined : createdAtMs;
}

function findBefore(
  connection: Connection,
  store: WorkingMemoryStore,
  item: WorkingItem,
): string | undefined {
  const { subject = '', createdAtMs, normalForm, id } = item;
  if (!isSingleFact(subject)) return undefined;
  const former = store.readContents(openFactStore(connection).listFormer(subject));
  const before = [...former.values()]
    .filter((one) => one.id !== id && one.createdAtMs <= createdAtMs && one.normalForm !== normalForm)
    .filter((one) => store.readChanges(one.id).at(-1)?.because !== corrected)
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id)[0];
  return before === undefined ? undefined : findFactValue(before);
}

/** Such as "home", "sister's job". */
export function renderFactName({ owner, relation }: Pick<KnownFact, 'owner' | 'relation'>): string {
  return nameFact(`${owner}:${relation}`);
}

/** Such as "Ana's home: Leeds", "Ana's sister's job: a nurse", "Ana likes: jazz". */
export function renderFact(
  { owner, relation, value }: Pick<KnownFact, 'owner' | 'relation' | 'value'>,
  name: string,
): string {
  const isDoing = relation === 'likes' || relation === 'dislikes';
  const whose = owner === '' ? name : `${name}'s ${owner}`;
  return isDoing
    ? `${whose} ${relation}: ${value}`
    : `${name}'s ${renderFactName({ owner, relation })}: ${value}`;
}
