// Collects what forgetting removes: moments, items made from them, and words that occur nowhere else.
import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { type EventStore, openEventStore } from '../events/event-store.ts';
import { type FactStore, openFactStore } from '../facts/fact-store.ts';
import { listKnownPeople } from '../facts/list-known-people.ts';
import { type Fragment, tiers } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import type { Target } from '../inspect/presence.ts';
import type { Voices } from '../tags/voices.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { cutParts, findDeeds, findParts, type Part, type TaggedText } from './cut-parts.ts';
import { type ForgettingStore, openForgettingStore } from './forgetting-store.ts';
import { chooseSentences, type GoingMoment, type NamedSentence, readGone } from './going-moment.ts';
import { isAlike, isAskingFor, listWanted } from './list-alike.ts';
import { listAnswering } from './list-answering.ts';
import { collectOwnWords, type OwnWords } from './own-words.ts';
import { removeOthers } from './remove-others.ts';

export interface ForgettingGround {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ambientPath: string;
  readonly imagesDir: string;
  readonly voices: Voices;
}

export interface Going {
  readonly moments: readonly GoingMoment[];
  readonly items: readonly WorkingItem[];
  /**
   * The fragments that were named by their keys. Fragments of which nothing is left are found only later, by
   * `redactRows`.
   */
  readonly fragments: readonly Fragment[];
  readonly own: OwnWords;
  readonly alsoSaid: readonly EventId[];
  /** Items that an answer to a forgotten moment put into mind, each with this moment. */
  readonly answering: ReadonlyMap<ItemId, EventId>;
}

interface Stores {
  readonly events: EventStore;
  readonly store: ForgettingStore;
  readonly items: ReturnType<typeof openWorkingMemoryStore>;
  readonly facts: FactStore;
}

/** Throws `UsageError` if a named thing does not exist, or was already forgotten. */
export function collectGoing(ground: ForgettingGround, named: readonly Target[]): Going {
  const { connection } = ground;
  const stores: Stores = {
    events: openEventStore(connection),
    store: openForgettingStore(connection),
    items: openWorkingMemoryStore(connection),
    facts: openFactStore(connection),
  };
  const items = new Map<ItemId, WorkingItem>();
  const moments = new Map<EventId, GoingMoment>();
  for (const [id, sentences] of groupByMoment(named))
    addMoment(stores, { id, sentences }, { moments, items });
  const { answering, thinking, repeating } = listAnswering(ground, moments);
  for (const [id, parts] of thinking) cutThinking(stores, id, { parts, moments });
  const fragments: Fragment[] = [];
  for (const target of named) {
    if ('fragment' in target) fragments.push(requireFragment(connection, target.fragment));
    else if ('item' in target) addItem(stores, target.item, { moments, items });
  }
  for (const item of answering.keys()) addItem(stores, item, { moments, items });
  for (const item of items.values()) cutDeeds(stores, item, moments);
  const gone = [...moments.values()].map(readGone);
  const held = [...items.values()].map(({ content }) => content);
  const compiled = fragments.map((one) => [one.key, ...tiers.map((tier) => one[tier])].join('\n'));
  const own = collectOwnWords([...gone, ...held, ...compiled]);
  const alike = listLeft(ground, { moments, own, fragments }, [...gone, ...held]);
  addItemsWithOwn(stores, own, items);
  const alsoSaid = [...new Set([...repeating, ...alike])].toSorted((one, other) => one - other);
  return {
    moments: [...moments.values()],
    items: [...items.values()],
    fragments,
    own,
    alsoSaid: alsoSaid.slice(-mostAlsoSaid),
    answering,
  };
}

interface Collected {
  readonly moments: Map<EventId, GoingMoment>;
  readonly items: Map<ItemId, WorkingItem>;
}

/**
 * The named moments, each with its named sentences. An empty list means the whole moment, even if sentences of it were
 * named too.
 */
function groupByMoment(named: readonly Target[]): ReadonlyMap<EventId, readonly NamedSentence[]> {
  const moments = new Map<EventId, readonly NamedSentence[]>();
  for (const target of named) {
    if (!('event' in target)) continue;
    const { event, sentence: number, words } = target;
    const known = moments.get(event);
    const isWhole = number === undefined || known?.length === 0;
    moments.set(event, isWhole ? [] : [...(known ?? []), { number, words }]);
  }
  return moments;
}

interface NamedMoment {
  readonly id: EventId;
  readonly sentences: readonly NamedSentence[];
}

function addMoment(stores: Stores, { id, sentences }: NamedMoment, { moments, items }: Collected): void {
  const { events, store, items: held } = stores;
  const event = events.find(id);
  if (event === undefined || store.isForgotten('moment', id))
    throw refuseUnknown(`moment ${id}`, event !== undefined);
  const told = [...held.readContents(store.listItemsOf(id)).values()].filter(({ content }) => content !== '');
  const going = sentences.length === 0 ? undefined : chooseSentences(stores, event, { sentences, told });
  moments.set(id, going?.moment ?? { event, isWhole: true, sentences: '', rest: { text: '', spans: [] } });
  for (const item of going?.told ?? told) items.set(item.id, item);
}

/**
 * Cuts out of an answer of the companion what it thought, outside of tags, about a forgotten moment. Does nothing if
 * the answer itself was named.
 */
function cutThinking(
  { events }: Stores,
  id: EventId,
  { parts, moments }: { readonly parts: readonly Part[]; readonly moments: Collected['moments'] },
): void {
  const event = events.find(id);
  if (event === undefined || moments.has(id)) return;
  const whole = { text: event.text, spans: events.readSpans(id) };
  const thinking = parts.map(({ from, to }) => event.text.slice(from, to)).join('\n');
  moments.set(id, { event, isWhole: false, sentences: '', thinking, rest: cutParts(whole, parts) });
}

/** Cuts out the tags that dropped, moved or ended the item, because such a tag names the item in words of its own. */
function cutDeeds(stores: Stores, item: WorkingItem, moments: Collected['moments']): void {
  const { store, items } = stores;
  for (const eventId of store.listEventsOf(item.id)) {
    const listChanged = () => [...items.readContents(store.listChangedBy(eventId)).values()];
    cutMoment(stores, eventId, { moments, find: (before) => findDeeds(before, item, listChanged()) });
  }
}

interface Cutting {
  readonly moments: Collected['moments'];
  /** Finds, in what is still left of the moment, the parts that are to be forgotten. */
  find(before: TaggedText): readonly Part[];
}

function cutMoment({ events }: Stores, eventId: EventId, { moments, find }: Cutting): void {
  const known = moments.get(eventId);
  const event = known?.event ?? events.find(eventId);
  if (event === undefined || known?.isWhole === true) return;
  const before = known?.rest ?? { text: event.text, spans: events.readSpans(eventId) };
  const parts = find(before);
  if (parts.length === 0) return;
  const { sentences = '', thinking } = known ?? {};
  moments.set(eventId, { event, isWhole: false, sentences, thinking, rest: cutParts(before, parts) });
}

function addItem(stores: Stores, id: ItemId, { moments, items }: Collected): void {
  const { store, items: held } = stores;
  const item = held.find(id);
  if (item === undefined || item.content === '') throw refuseUnknown(`item ${id}`, item !== undefined);
  items.set(id, item);
  const told = new Set([...store.listEventsOf(id), ...listRepeating(stores, item)]);
  const people = listKnownPeople(stores.facts, parseFactSubject(item.subject ?? '').voice);
  const find = (before: TaggedText) => findParts(before, item, people);
  for (const eventId of told) cutMoment(stores, eventId, { moments, find });
}

/**
 * Lists moments that said the same in a tag of the same kind, but made no item with these words. They are found by
 * their tags: no change was noted for a message of the same millisecond, because it changed nothing. Empty for facts.
 */
function listRepeating({ events, store, items }: Stores, item: WorkingItem): readonly EventId[] {
  const { kind } = item;
  if (kind === 'fact') return [];
  const isSame = (other: { readonly normalForm: string }) => other.normalForm === item.normalForm;
  return store.listTagged(kind).filter((id) => {
    const isTold = events
      .readSpans(id)
      .some(({ tag, content }) => tag === kind && isSame({ normalForm: normalise(content) }));
    return isTold && ![...items.readContents(store.listItemsOf(id)).values()].some(isSame);
  });
}

/** An item with words that only the forgotten texts have was told in a forgotten moment, so it is forgotten too. */
function addItemsWithOwn({ items: held }: Stores, own: OwnWords, items: Map<ItemId, WorkingItem>): void {
  for (const item of held.listAll()) {
    // In "She is vegan", only the owner of the fact says who is meant: "my sister Lene", whom the sentence before
    // named.
    const { owner } = parseFactSubject(item.kind === 'fact' ? (item.subject ?? '') : '');
    if (item.content !== '' && (own.isToldIn(item.content) || own.isToldIn(owner))) items.set(item.id, item);
  }
}

function requireFragment(connection: Connection, key: string): Fragment {
  const fragment = openFragmentStore(connection).findByKey(key);
  if (fragment === undefined) throw refuseUnknown(`fragment ${key}`, false);
  return fragment;
}

interface Telling {
  readonly moments: ReadonlyMap<EventId, GoingMoment>;
  readonly own: OwnWords;
  readonly fragments: readonly Fragment[];
}

const mostAlsoSaid = 20;

/**
 * Removes from `own` the words that remaining texts contain too. Returns the remaining moments that repeat most of the
 * words of a text in `gone`, or ask to have it forgotten.
 */
function listLeft(
  ground: ForgettingGround,
  { moments, own, fragments }: Telling,
  gone: readonly string[],
): readonly EventId[] {
  const wanted = listWanted(gone);
  const also: EventId[] = [];
  const readLeft = ({ id, text }: MemoryEvent) => {
    const going = moments.get(id);
    if (going === undefined && (isAlike(text, wanted) || isAskingFor(text, wanted))) also.push(id);
    return going === undefined ? text : going.rest.text;
  };
  removeOthers(ground, own, { fragments, readLeft });
  return also;
}

function refuseUnknown(what: string, isGone: boolean): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: isGone
      ? `There is no ${what} any more: it was forgotten.`
      : `There is no ${what} in this memory.`,
    todo: 'Messages (moments) and items are named by their number, fragments by their exact key; search finds them.',
  });
}
