// Conversation: a line of messages with one model; the reading itself, or a fork of it.

import type { Branded } from '@terrarium/kernel/environment';
import type { SceneId, Sequence } from './message-log.ts';

export type ConversationId = Branded<number, 'ConversationId'>;

export interface Conversation {
  readonly id: ConversationId;
  readonly purpose: 'reading' | 'retry';
  /** The scene a retry reads again. */
  readonly sceneId: SceneId | undefined;
  /** A fork sees the messages of the reading before this one; undefined for the reading. */
  readonly forkedBefore: Sequence | undefined;
}
