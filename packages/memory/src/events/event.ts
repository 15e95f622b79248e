// Event: one message as it was said, word for word, and when.

import type { Branded } from '@terrarium/kernel/environment';
import type { Side } from '../tags/voices.ts';

export type EventId = Branded<number, 'event'>;

export interface MemoryEvent {
  readonly id: EventId;
  readonly side: Side;
  /** The id of the voice that spoke. */
  readonly voice: string;
  /** Word for word, tags and all. */
  readonly text: string;
  readonly atMs: number;
  /** The story's own time, where the message bears one. */
  readonly storyAtMs: number | undefined;
  /** How many messages of the user's side there were, this one included. */
  readonly turn: number;
  /** Whether anything of it is shown in the conversation. */
  readonly isShown: boolean;
  /** Whether it mostly repeats what it had been woken with. */
  readonly isParroted: boolean;
  readonly imagePath: string | undefined;
}

/** Where an event stands in time: events run by time, then in the order of their arrival. */
export interface EventPlace {
  readonly atMs: number;
  readonly id: EventId;
}
