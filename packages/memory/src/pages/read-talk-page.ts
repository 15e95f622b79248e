// Reads a page of the talk: what was said last or before a message, and what each message had the companion hold in mind.
import type { Connection } from '@terrarium/kernel/open-database';
import { listTellings, type Telling } from '../correcting/set-aside.ts';
import { openAsideStore } from '../events/aside-store.ts';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { buildMessages, type TalkMessage } from './read-told.ts';

export interface TalkPage {
  /** Oldest first. */
  readonly messages: readonly TalkMessage[];
  /** Whether more was said before them. */
  readonly hasEarlier: boolean;
  /** The newest event of the talk as it stands; 0 where nothing was said. */
  readonly newest: number;
  /** Whether the newest message is the person's, and nothing has answered it. */
  readonly isUnanswered: boolean;
  /** How many times something was set aside where the talk ends now. */
  readonly asides: number;
  /** What answers the newest message, in each of its tellings. */
  readonly tellings: readonly Telling[];
}

export interface TalkPageRequest {
  /** The present by the clock on the wall: what is to come is no part of the talk. */
  readonly nowMs: number;
  /** Only what was said before this message. */
  readonly before?: number | undefined;
  readonly limit: number;
}

const afterAll = Number.MAX_SAFE_INTEGER as EventId;

export function readTalkPage(connection: Connection, request: TalkPageRequest): TalkPage {
  const events = openEventStore(connection);
  const found = findPlace(connection, request);
  const newestFirst = events.readNewest({ before: found, limit: request.limit + 1 });
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

function findPlace(connection: Connection, { nowMs, before }: TalkPageRequest) {
  const event = before === undefined ? undefined : openEventStore(connection).find(before as EventId);
  return event ?? { atMs: nowMs, id: afterAll };
}
