// Event: one message as it was said, word for word, and when.

import type { Branded } from '@terrarium/kernel/environment';
import type { Side } from '../tags/voices.ts';

export type EventId = Branded<number, 'event'>;

/** Prefix of the origin of messages from a chat without any times. Such a message has the time of its import. */
export const undatedMark = 'undated:';

/** Origin of the first words of a card. */
export const greetingOrigin = { name: 'card', key: 'greeting' } as const;

export interface MemoryEvent {
  readonly id: EventId;
  readonly side: Side;
  /** The id of the voice that spoke. */
  readonly voice: string;
  /** The exact text, including tags. */
  readonly text: string;
  readonly atMs: number;
  /** The time in the story, if the message tells it. */
  readonly storyAtMs: number | undefined;
  /** How many messages the user's side had said up to this message, including it. */
  readonly turn: number;
  /** Whether anything of the message is shown in the conversation. */
  readonly isShown: boolean;
  /** Whether the message mostly repeats the wake that its speaker had been given. */
  readonly isParroted: boolean;
  readonly imagePath: string | undefined;
  /**
   * Whether it is not known when the message was said. If so, `atMs` is the time of its import, and must not
   * be shown as a date.
   */
  readonly isUndated: boolean;
}

/** The place of an event in time: events are sorted by time, then by their arrival. */
export interface EventPlace {
  readonly atMs: number;
  readonly id: EventId;
}
