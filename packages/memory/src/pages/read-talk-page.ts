// Reads a page of the talk: the last messages, or messages before or around a given one, each with its items.
import type { Connection } from '@terrarium/kernel/open-database';
import { findPersonName } from '../assembly/fill-name.ts';
import { listTellings, type Telling } from '../correcting/set-aside.ts';
import { openAsideStore, type TailEvent } from '../events/aside-store.ts';
import type { EventId, EventPlace, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import type { Voices } from '../tags/voices.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { openPageStore } from './page-store.ts';
import { buildMessages, type TalkMessage } from './read-told.ts';

export interface TalkPage {
  /** The oldest message first. */
  readonly messages: readonly TalkMessage[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** The event that arrived last, not counting events that are set aside; 0 if nothing was said. */
  readonly newest: number;
  /** Whether the newest message is the person's, and nothing has answered it. */
  readonly isUnanswered: boolean;
  /** How many groups of messages were set aside after the message with which the talk now ends. */
  readonly asides: number;
  /** The name of the person by the settings, or else as they told it; undefined if none is known. */
  readonly personName: string | undefined;
  /** All answers to the newest message; each answer is a telling. */
  readonly tellings: readonly Telling[];
}

export interface TalkPageRequest {
  /** The present real time: messages with a later time are not part of the talk yet. */
  readonly nowMs: number;
  /** Reads only messages before this one. */
  readonly before?: number | undefined;
  /** Reads only messages around this one, including it; the newest messages if it is not part of the talk. */
  readonly around?: number | undefined;
  readonly limit: number;
  /** Who speaks. Without this, everybody on the person's side counts as a person. */
  readonly voices?: Voices | undefined;
}

const afterAll = Number.MAX_SAFE_INTEGER as EventId;

export function readTalkPage(connection: Connection, request: TalkPageRequest): TalkPage {
  const { before, hasLater } = findEnd(connection, request);
  const newestFirst = readNewestFirst(connection, before, request.limit);
  const shown = newestFirst.slice(0, request.limit).toReversed();
  const aside = openAsideStore(connection);
  const { voices } = request;
  const personName = voices && findPersonName(openWorkingMemoryStore(connection), voices);
  return {
    messages: buildMessages(connection, shown, personName),
    personName,
    hasEarlier: newestFirst.length > request.limit,
    hasLater,
    newest: aside.findNewest(),
    isUnanswered: isUnanswered(aside.readTail(), request.voices),
    asides: aside.listRunsAt(aside.findLast()).length,
    tellings: listTellings(connection),
  };
}

/** What another companion says is on the person's side, but waits for no answer. */
function isUnanswered([newest, ...replies]: readonly TailEvent[], voices: Voices | undefined): boolean {
  if (newest === undefined || replies.length > 0 || newest.side !== 'user' || newest.isImported) return false;
  return voices?.user.find(({ id }) => id === newest.voice)?.role !== 'companion';
}

/**
 * Reads shown messages, and messages that only put something into mind, such as a plan: one message more than
 * fits on a page.
 */
function readNewestFirst(
  connection: Connection,
  before: EventPlace,
  pageLimit: number,
): readonly MemoryEvent[] {
  const events = openEventStore(connection);
  const limit = pageLimit + 1;
  const shown = events.readNewest({ before, limit });
  const fromMs = shown.length < limit ? 0 : (shown.at(-1)?.atMs ?? 0);
  const noted = events.readAll(openPageStore(connection).listOnlyNoted({ fromMs, untilMs: before.atMs }));
  const isBefore = ({ atMs, id }: MemoryEvent) =>
    atMs < before.atMs || (atMs === before.atMs && id < before.id);
  return [...shown, ...[...noted.values()].filter(isBefore)]
    .toSorted((one, other) => other.atMs - one.atMs || other.id - one.id)
    .slice(0, limit);
}

interface After {
  readonly after: MemoryEvent;
  readonly untilMs: number;
  readonly limit: number;
}

/** Reads messages of the same kinds that come after a given message, the oldest first. */
function readOldestAfter(connection: Connection, { after, untilMs, limit }: After): readonly MemoryEvent[] {
  const events = openEventStore(connection);
  const shown = events.readShownAfter({ after, untilMs, limit });
  const until = shown.length < limit ? untilMs : (shown.at(-1)?.atMs ?? untilMs);
  const noted = openPageStore(connection).listOnlyNoted({ fromMs: after.atMs, untilMs: until });
  const isAfter = ({ atMs, id }: MemoryEvent) => atMs > after.atMs || (atMs === after.atMs && id > after.id);
  return [...shown, ...[...events.readAll(noted).values()].filter(isAfter)]
    .toSorted((one, other) => one.atMs - other.atMs || one.id - other.id)
    .slice(0, limit);
}

interface PageEnd {
  /** The page contains messages before this place. */
  readonly before: EventPlace;
  readonly hasLater: boolean;
}

function findEnd(connection: Connection, { nowMs, before, around, limit }: TalkPageRequest): PageEnd {
  const end = before === undefined ? undefined : openEventStore(connection).find(before as EventId);
  if (end !== undefined) return { before: end, hasLater: true };
  const centre = around === undefined ? undefined : findStanding(connection, around as EventId);
  const newest: PageEnd = { before: { atMs: nowMs, id: afterAll }, hasLater: false };
  if (centre === undefined) return newest;
  const half = Math.floor(limit / 2);
  const later = readOldestAfter(connection, { after: centre, untilMs: nowMs, limit: half + 1 });
  const last = later.length > half ? (later[half - 1] ?? centre) : undefined;
  if (last === undefined) return newest;
  return { before: { atMs: last.atMs, id: (last.id + 1) as EventId }, hasLater: true };
}

/** Returns undefined for a message that was set aside. */
function findStanding(connection: Connection, id: EventId): MemoryEvent | undefined {
  const event = openEventStore(connection).find(id);
  return event === undefined || openAsideStore(connection).isAside(id) ? undefined : event;
}
