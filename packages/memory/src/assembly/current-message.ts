// The message that wakes, and where it stands in the log.

import type { EventId, EventPlace, MemoryEvent } from '../events/event.ts';
import type { MemoryStores } from './waking.ts';

export interface CurrentMessage {
  /** Undefined for one that was never ingested. */
  readonly event: MemoryEvent | undefined;
  /** Undefined where the companion wakes without one. */
  readonly text: string | undefined;
  /** What was said by now stands before it; what is told of a time to come does not. */
  readonly before: EventPlace;
}

export interface MessageSearch {
  readonly message: string | undefined;
  /** By the clock on the wall. */
  readonly nowMs: number;
}

const afterAll = Number.MAX_SAFE_INTEGER as EventId;

/** The newest event up to now is what wakes when the person said it, and it is the message, or none was given. */
export function resolveCurrentMessage(
  { events }: MemoryStores,
  { message, nowMs }: MessageSearch,
): CurrentMessage {
  const newest = events.findNeighbours(nowMs).earlier;
  const isIt = newest?.side === 'user' && (message === undefined || newest.text === message);
  const event = isIt ? newest : undefined;
  return { event, text: message ?? event?.text, before: event ?? { atMs: nowMs, id: afterAll } };
}
