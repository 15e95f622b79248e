// Known fact: what the memory knows about a person, with the quote that told it and the former value.
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import {
  type FactSubject,
  findDoubting,
  isSingleFact,
  listToldAlike,
  nameFactSubject,
  nameTold,
  parseFactSubject,
} from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { correctedBecause, type ItemId, type WorkingItem } from '../working-memory/item.ts';
import { type ItemsUntil, openItemsUntil } from '../working-memory/items-until-store.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { nameFact } from './choose-tellings.ts';
import { openFactStore } from './fact-store.ts';
import { isConfided } from './is-confided.ts';
import { isWithin } from './is-within.ts';
import { readFacts } from './read-facts.ts';
import { findChangeOf, isChangeOf } from './read-tellings.ts';
import { openToldFactStore } from './told-fact-store.ts';

/** A fact without its history, which takes several queries to read. */
export interface NamedFact extends FactSubject {
  readonly item: WorkingItem;
  readonly value: string;
}

export interface KnownFact extends NamedFact {
  readonly toldAtMs: number | undefined;
  /** Whether the fact is true only since `toldAtMs`, a day that somebody had named in advance. */
  readonly isForetold?: boolean | undefined;
  /** The former value of this fact, unless the former value was a mistake. */
  readonly before: string | undefined;
  /** The value that, as somebody said, will be true from a coming day on; undefined if there is none. */
  readonly coming: { readonly value: string; readonly fromMs: number } | undefined;
  /**
   * A later message after which this value may no longer be true. It tells of a change of the same fact in
   * words that no rule reads, or of another fact on which this one depends. Undefined if there is none, and
   * for a former value.
   */
  readonly newer?: ToldAnew | undefined;
  /** Whether the person who told the fact asked to keep it secret. */
  readonly isConfided?: boolean | undefined;
}

export interface ToldAnew {
  readonly atMs: number;
  /** The sentence that told of the change. */
  readonly quote: string;
  /** Whether the sentence told of another fact, such as a move: after it nobody knows with whom somebody lives. */
  readonly isOther?: true | undefined;
}

const mostOutdated = 1_000;

/** The database from which facts are read, and the items as they were at the moment of looking. */
export interface FactGround {
  readonly connection: Connection;
  readonly items: ItemsUntil;
}

export function toNamedFact(item: WorkingItem): NamedFact {
  return { ...parseFactSubject(item.subject ?? ''), item, value: findFactValue(item) };
}

export function describeFacts(ground: FactGround, facts: readonly WorkingItem[]): readonly KnownFact[] {
  const events = openEventStore(ground.connection).readAll(facts.map(({ eventId }) => eventId));
  return facts.map((item) => ({
    ...toNamedFact(item),
    toldAtMs: findTime(item, events),
    isForetold: isForetold(item, events.get(item.eventId)),
    before: findBefore(ground, item),
    coming: findComing(ground, item),
    newer: findNewer(ground, item) ?? findDoubt(ground, item),
    isConfided: isConfided(item.content, events.get(item.eventId)?.text),
  }));
}

export interface FactsQuery {
  /**
   * Words that must all occur in a fact as it is rendered, with its owner and relation, or in the words that told
   * it.
   */
  readonly topic?: string | undefined;
  /** Whether former facts are listed too. */
  readonly isAll?: boolean | undefined;
  /** Chooses which facts are read, and in which order; by default all of them, the newest first. */
  readonly choose?: ((facts: readonly NamedFact[]) => readonly NamedFact[]) | undefined;
}

/** Reads the facts about people as they were known at this moment. */
export function readKnownFacts(
  connection: Connection,
  { topic = '', isAll = false, choose = (facts) => facts, nowMs }: FactsQuery & { readonly nowMs: number },
): readonly KnownFact[] {
  const wanted = [...splitTerms(topic).counts.keys()];
  const ground = { connection, items: openItemsUntil(connection, nowMs) };
  const facts = listFacts(ground);
  const listed = new Set(facts.map(({ id }) => id));
  const former = isAll ? listFormerFacts(ground, mostOutdated).filter(({ id }) => !listed.has(id)) : [];
  const named = [...facts, ...former].map(toNamedFact);
  // A fact is shown with the name that its speaker told, and is found by it.
  const own = new Map(
    facts
      .map(toNamedFact)
      .filter(isOwnName)
      .map(({ voice, value }) => [voice, value]),
  );
  const found = named
    .filter((fact) => {
      if (wanted.length === 0) return true;
      const label = `${own.get(fact.voice) ?? ''} ${renderFact(fact, fact.voice)}`;
      const { counts } = splitTerms(`${label} ${fact.item.content}`);
      return wanted.every((term) => counts.has(term));
    })
    .toSorted((one, other) => other.item.createdAtMs - one.item.createdAtMs || other.item.id - one.item.id);
  return describeFacts(
    ground,
    choose(found).map(({ item }) => item),
  );
}

function isOwnName({ owner, relation }: Pick<NamedFact, 'owner' | 'relation'>): boolean {
  return owner === '' && relation === 'name';
}

/** Reads only the names that were known at this moment, the newest first. */
export function readKnownNames(connection: Connection, nowMs: number): readonly NamedFact[] {
  return listFacts({ connection, items: openItemsUntil(connection, nowMs) })
    .map(toNamedFact)
    .filter(({ relation }) => relation === 'name');
}

/** Lists the facts that are true at the moment of looking, the newest first. */
export function listFacts(ground: FactGround): readonly WorkingItem[] {
  const overtaken = listOvertaken(ground);
  const subjects = new Set(overtaken.map(({ subject }) => subject));
  return [
    ...ground.items.readActiveOf('fact').filter(({ subject }) => !subjects.has(subject)),
    ...overtaken,
  ].toSorted((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id);
}

/**
 * Finds facts that were imported when a newer one was already known, but were true at the moment of looking, because
 * the newer one was told only later.
 */
function listOvertaken(ground: FactGround): readonly WorkingItem[] {
  const { items } = ground;
  return items
    .listLaterSubjects()
    .filter(isSingleFact)
    .flatMap((subject) => {
      const [active] = items.readActiveAbout('fact', subject);
      const sinceMs = active?.refreshedAtMs ?? Number.NEGATIVE_INFINITY;
      return listFormerFacts(ground, { subject })
        .filter(({ id, createdAtMs }) => createdAtMs > sinceMs && isBornOutdated(items, id))
        .toSorted((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id)
        .slice(0, 1)
        .map((item): WorkingItem => ({ ...item, status: 'active' }));
    });
}

function isBornOutdated(items: ItemsUntil, id: ItemId): boolean {
  const changes = items.readChanges(id);
  return changes.length === 1 && changes[0]?.toStatus === 'superseded';
}

/**
 * Lists facts that had already been replaced at the moment of looking, the oldest first: those of one subject or, for
 * a number, about as many of the newest.
 */
export function listFormerFacts(
  { connection, items }: FactGround,
  of: number | { readonly subject: string },
): readonly WorkingItem[] {
  const store = openFactStore(connection);
  const ids = typeof of === 'number' ? store.listOutdated(of) : store.listFormer(of.subject);
  const isOf = ({ kind, subject }: WorkingItem) =>
    kind === 'fact' && (typeof of === 'number' || subject === of.subject);
  const found = new Map(
    [...items.readContents(ids).values(), ...items.restored.filter(isOf)].map((item) => [item.id, item]),
  );
  return [...found.values()]
    .filter(({ status, content }) => status === 'superseded' && content !== '')
    .toSorted((one, other) => one.id - other.id);
}

function findTime(
  { eventId, createdAtMs }: WorkingItem,
  events: ReadonlyMap<EventId, MemoryEvent>,
): number | undefined {
  return events.get(eventId)?.isUndated === true ? undefined : createdAtMs;
}

function isForetold({ createdAtMs }: WorkingItem, event: MemoryEvent | undefined): boolean {
  return event !== undefined && event.storyAtMs === undefined && createdAtMs > event.atMs;
}

function findBefore(ground: FactGround, item: WorkingItem): string | undefined {
  const { subject = '', createdAtMs, normalForm, id } = item;
  if (!isSingleFact(subject)) return undefined;
  // A value that was corrected was never true, so it is not a former value.
  const before = listFormerFacts(ground, { subject })
    .filter((one) => one.id !== id && one.createdAtMs <= createdAtMs && one.normalForm !== normalForm)
    .filter((one) => ground.items.readChanges(one.id).at(-1)?.because !== correctedBecause)
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id)[0];
  return before === undefined ? undefined : findFactValue(before);
}

/**
 * The value that, as somebody said, will be true from a coming day on. What was said after this moment is not known
 * yet.
 */
function findComing({ connection, items }: FactGround, { subject = '', status }: WorkingItem) {
  if (status !== 'active' || !isSingleFact(subject)) return undefined;
  const { untilMs } = items;
  const later = openWorkingMemoryStore(connection)
    .readActiveAbout('fact', subject)
    .find(({ id, createdAtMs }) => createdAtMs > untilMs && items.find(id) === undefined);
  if (later === undefined) return undefined;
  const told = openEventStore(connection).readAll([later.eventId]).get(later.eventId);
  if (told === undefined || told.atMs > untilMs) return undefined;
  return { value: findFactValue(later), fromMs: later.createdAtMs };
}

/** At most this many of the newest messages that speak of a fact are looked at. */
const newestRead = 12;

/**
 * Finds a later message that tells of a change and that no rule read. If a rule read a message, its fact was stored,
 * and what became of this fact has already been decided.
 */
function findNewer(ground: FactGround, item: WorkingItem): ToldAnew | undefined {
  const { subject = '', status, eventId: toldIn, refreshedAtMs } = item;
  if (status !== 'active' || !isSingleFact(subject)) return undefined;
  const { voice, owner, relation } = parseFactSubject(subject);
  const key = `${owner}:${nameTold(relation)}`;
  const read = new Set(
    listToldAlike(relation).flatMap((one) =>
      listEventsOf(ground, nameFactSubject({ voice, owner, relation: one })),
    ),
  );
  const later = openToldFactStore(ground.connection)
    .readNewest({ voice, key }, { limit: newestRead, untilMs: ground.items.untilMs })
    .filter(
      ({ strength, atMs, eventId }) =>
        strength > 0 && atMs > refreshedAtMs && eventId !== toldIn && !read.has(eventId),
    );
  const store = openEventStore(ground.connection);
  const events = store.readAll(later.map(({ eventId }) => eventId));
  const spans = store.readSpansOf([...events.values()]);
  for (const { eventId, atMs } of later) {
    const event = events.get(eventId);
    const text = event === undefined ? '' : showEvent(event, spans.get(eventId) ?? []);
    const quote = findChangeOf(text, key);
    if (quote !== undefined && !isOverElsewhere(text, item)) return { atMs, quote };
  }
  return undefined;
}

/** Whether a text says that another fact of this kind is over, such as another job or another home. */
function isOverElsewhere(text: string, item: WorkingItem): boolean {
  const { owner, relation } = parseFactSubject(item.subject ?? '');
  const over = readFacts(text).filter(
    (one) => one.isOver === true && one.owner === owner && one.relation === relation,
  );
  return over.length > 0 && !over.some(({ value }) => isWithin(value, findFactValue(item)));
}

function listEventsOf(ground: FactGround, subject: string): readonly EventId[] {
  const facts = [...ground.items.readActiveAbout('fact', subject), ...listFormerFacts(ground, { subject })];
  return facts.map(({ eventId }) => eventId);
}

/**
 * Finds the telling of a newer fact on which this one depends, such as a new home: after a move, nobody knows with whom
 * somebody lives.
 */
function findDoubt(ground: FactGround, item: WorkingItem): ToldAnew | undefined {
  const { subject = '', status, refreshedAtMs } = item;
  const { voice, owner, relation } = parseFactSubject(subject);
  const doubting = findDoubting(relation);
  if (status !== 'active' || doubting === undefined) return undefined;
  const other = nameFactSubject({ voice, owner, relation: doubting });
  const present = ground.items
    .readActiveAbout('fact', other)
    .find(({ createdAtMs }) => createdAtMs > refreshedAtMs);
  if (present === undefined) return undefined;
  const isNew =
    findBefore(ground, present) !== undefined ||
    isChangeOf(present.content, `${owner}:${nameTold(doubting)}`);
  return isNew ? { atMs: present.createdAtMs, quote: present.content, isOther: true } : undefined;
}

/** Renders a name such as "home" or "sister's job". */
export function renderFactName({ owner, relation }: Pick<KnownFact, 'owner' | 'relation'>): string {
  return nameFact(`${owner}:${relation}`);
}

/** Renders a fact such as "Ana's home: Leeds", "Ana's sister's job: a nurse" or "Ana likes: jazz". */
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
