// Echoed moment: an earlier event that a message brought back, and how such are asked for.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import type { Voices } from '../voices/voices.ts';
import type { TokenCounter } from './token-counter.ts';

/** A moment that came back. */
export interface EchoedMoment {
  readonly event: MemoryEvent;
  readonly score: number;
  /** What brought it back, in words. */
  readonly because: string;
}

/** A message as a vector, and the embedder that made it. */
export interface QueryVector {
  readonly embedderId: string;
  readonly vector: Float32Array;
}

export interface EchoSearch {
  readonly query: string;
  readonly queryVector: QueryVector | undefined;
  /** Whose names a message may use. */
  readonly voices: Voices;
  readonly inView: ReadonlySet<EventId>;
  readonly budgetTokens: number;
  readonly tokens: TokenCounter;
  readonly nowMs: number;
}

/** Finds the moments that bear on a message, the best first. */
export type FindEchoes = (connection: Connection, search: EchoSearch) => readonly EchoedMoment[];
