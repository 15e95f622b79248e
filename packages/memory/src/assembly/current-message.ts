// The message that wakes, and where it stands in the log.

import type { MemoryEvent } from '../events/event.ts';
import type { MemoryStores } from './waking.ts';

export interface CurrentMessage {
  /** Undefined for one that was never ingested. */
  readonly event: MemoryEvent | undefined;
  /** Undefined where the companion wakes without one. */
  readonly text: string | undefined;
}

/** The newest event is what wakes when the person said it, and it is the message, or none was given. */
export function findCurrentMessage({ events }: MemoryStores, message: string | undefined): CurrentMessage {
  const newest = events.findNeighbours(Number.MAX_SAFE_INTEGER).earlier;
  const isIt = newest?.side === 'user' && (message === undefined || newest.text === message);
  const event = isIt ? newest : undefined;
  return { event, text: message ?? event?.text };
}
