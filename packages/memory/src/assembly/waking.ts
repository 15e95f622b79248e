// Waking: the stores, the settings and the time with which one assembly works.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { DecayProfile } from '../decay/profile.ts';
import type { Moment } from '../decay/score.ts';
import type { EventId, EventPlace, MemoryEvent } from '../events/event.ts';
import { type EventStore, openEventStore } from '../events/event-store.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import { type FragmentStore, openFragmentStore } from '../fragments/fragment-store.ts';
import { openFragmentsUntil } from '../fragments/fragments-until-store.ts';
import type { Budgets } from '../ledger/wake-package.ts';
import { openWakeStore, type WakeStore } from '../ledger/wake-store.ts';
import type { Voices } from '../tags/voices.ts';
import { type ItemsUntil, openItemsUntil } from '../working-memory/items-until-store.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import type { TokenCounter } from './token-budget.ts';

export interface MemoryStores {
  readonly connection: Connection;
  readonly events: EventStore;
  readonly items: WorkingMemoryStore;
  readonly fragments: FragmentStore;
  readonly wakes: WakeStore;
}

/** The stores for a wake: items and fragments are as they were at its time. Events and wakes may be later. */
export interface StoresUntil extends MemoryStores {
  readonly items: ItemsUntil;
}

/** What one assembly works with: its stores, and the time for which it is made. */
export interface Waking {
  readonly stores: StoresUntil;
  readonly voices: Voices;
  /** The name in the settings, or else the one that the person told. */
  readonly personName: string | undefined;
  readonly budgets: Budgets;
  readonly profile: DecayProfile;
  readonly tokens: TokenCounter;
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone: string | undefined;
  /** The languages in which times that a message names are read. */
  readonly languages: readonly DateLanguage[];
  /** The present real time, even if memories fade by the time of the story. */
  readonly wallMs: number;
  /** The moment without its pressure, which is computed later from working memory. */
  readonly moment: Moment;
}

export const openMemoryStores = openOnce(buildMemoryStores);

function buildMemoryStores(connection: Connection): MemoryStores {
  return {
    connection,
    events: openEventStore(connection),
    items: openWorkingMemoryStore(connection),
    fragments: openFragmentStore(connection),
    wakes: openWakeStore(connection),
  };
}

export function openStoresUntil(stores: MemoryStores, untilMs: number): StoresUntil {
  const { connection } = stores;
  return {
    ...stores,
    items: openItemsUntil(connection, untilMs),
    fragments: openFragmentsUntil(connection, { fragments: stores.fragments, untilMs }),
  };
}

/** The name that is shown for a voice; its id if the voice is no longer configured. */
export function nameVoice({ user, companion }: Voices, id: string): string {
  return [...user, ...companion].find((voice) => voice.id === id)?.name ?? id;
}

export interface CurrentMessage {
  /** Undefined if the newest event is not this message, for example because the message was never ingested. */
  readonly event: MemoryEvent | undefined;
  /** Undefined if the companion wakes without a message. */
  readonly text: string | undefined;
  /** Everything said so far is before this place; messages with a later date are not. */
  readonly before: EventPlace;
}

interface MessageSearch {
  readonly message: string | undefined;
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
}

const afterAll = Number.MAX_SAFE_INTEGER as EventId;

/**
 * The newest event counts as the message if it is a text that the person said, and is the same as the given message, if
 * one is given.
 */
export function resolveCurrentMessage(
  { events }: MemoryStores,
  { message, nowMs }: MessageSearch,
): CurrentMessage {
  const newest = events.findNeighbours(nowMs).earlier;
  const isIt =
    newest?.side === 'user' && newest.text !== '' && (message === undefined || newest.text === message);
  const event = isIt ? newest : undefined;
  return { event, text: message ?? event?.text, before: event ?? { atMs: nowMs, id: afterAll } };
}
