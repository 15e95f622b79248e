// Reads a page of the talk: the last messages, or those before a given one, each with the items that came from it.
import type { Connection } from '@terrarium/kernel/open-database';
import { listTellings, type Telling } from '../correcting/set-aside.ts';
import { openAsideStore } from '../events/aside-store.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { openPageStore } from './page-store.ts';
import { buildMessages, type TalkMessage } from './read-told.ts';

export interface TalkPage {
  /** Oldest first. */
  readonly messages: readonly TalkMessage[];
  /** Whether more was said before these messages. */
  readonly hasEarlier: boolean;
  /** The newest event of the talk as it stands; 0 if nothing was said. */
  readonly newest: number;
  /** Whether the newest message is the person's, and nothing has answered it. */
  readonly isUnanswered: boolean;
  /** How many times messages that came after the one with which the talk now ends were set aside. */
  readonly asides: number;
  /** What answers the newest message, in each of its tellings. */
  readonly tellings: readonly Telling[];
}

export interface TalkPageRequest {
  /** The present by the clock on the wall: what is to come is not part of the talk. */
  readonly nowMs: number;
  /** Only what was said before this message. */
  readonly before?: number | undefined;
  readonly limit: number;
}

const afterAll = Number.MAX_SAFE_INTEGER as EventId;

export function readTalkPage(connection: Connection, request: TalkPageRequest): TalkPage {
  const newestFirst = readNewestFirst(connection, request);
  const shown = newestFirst.slice(0, request.limit).toReversed();
  const aside = openAsideStore(connection);
  const tail = aside.readTail();
  return {
    messages: buildMessages(connection, shown),
    hasEarlier: newestFirst.length > request.limit,
    newest: aside.findLast(),
    isUnanswered: tail.length === 1 && tail[0]?.side === 'user' && !tail[0].isImported,
    asides: aside.listRunsAt(aside.findLast()).length,
    tellings: listTellings(connection),
  };
}

/**
 * Reads one message more than a page has: those that are shown, and those that only left something in mind, such as a
 * plan.
 */
function readNewestFirst(connection: Connection, request: TalkPageRequest): readonly MemoryEvent[] {
  const events = openEventStore(connection);
  const limit = request.limit + 1;
  const before = findPlace(connection, request);
  const shown = events.readNewest({ before, limit });
  const fromMs = shown.length < limit ? 0 : (shown.at(-1)?.atMs ?? 0);
  const noted = events.readAll(openPageStore(connection).listOnlyNoted({ fromMs, untilMs: before.atMs }));
  const isBefore = ({ atMs, id }: MemoryEvent) =>
    atMs < before.atMs || (atMs === before.atMs && id < before.id);
  return [...shown, ...[...noted.values()].filter(isBefore)]
    .toSorted((one, other) => other.atMs - one.atMs || other.id - one.id)
    .slice(0, limit);
}

function findPlace(connection: Connection, { nowMs, before }: TalkPageRequest) {
  const event = before === undefined ? undefined : openEventStore(connection).find(before as EventId);
  return event ?? { atMs: nowMs, id: afterAll };
}
