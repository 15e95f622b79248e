// Echoed moment: an earlier event that a message brought back, and how such are asked for.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import type { TokenCounter } from './token-counter.ts';

/** A moment that came back. */
export interface EchoedMoment {
  readonly event: MemoryEvent;
  readonly score: number;
  /** What brought it back, in words. */
  readonly because: string;
}

export interface EchoSearch {
  readonly query: string;
  readonly queryVector: Float32Array | undefined;
  readonly inView: ReadonlySet<EventId>;
  readonly budgetTokens: number;
  readonly tokens: TokenCounter;
  readonly nowMs: number;
}

/** Finds the moments that bear on a message, the best first. */
export type FindEchoes = (connection: Connection, search: EchoSearch) => readonly EchoedMoment[];
