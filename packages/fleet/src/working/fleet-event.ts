// Fleet events: what a worker reports while it works.

import type { TaskKind } from '../queue/task-row.ts';

/** The world that an event is about, its owner, and what is done with it. */
export interface TaskPlace {
  readonly world: string;
  readonly owner: string;
  readonly task: TaskKind;
}

/**
 * How the work on a task ended: done; given back without a failure; failed, to be tried again or set aside; or
 * taken over by another worker.
 */
export type TaskEnding = 'finished' | 'released' | 'failed' | 'lost';

export type FleetEvent =
  | ({ readonly kind: 'task-leased'; readonly epoch: number; readonly bytes: number } & TaskPlace)
  | ({ readonly kind: 'scene-read'; readonly done: number; readonly all: number } & TaskPlace)
  | ({
      readonly kind: 'world-published';
      readonly scenesDone: number;
      readonly pieces: number;
      readonly bytes: number;
      readonly milliseconds: number;
    } & TaskPlace)
  | ({
      readonly kind: 'task-ended';
      readonly ending: TaskEnding;
      /** Why the task did not come to its end. */
      readonly reason?: string | undefined;
      /** Replies that came from the model, and replies that were in the log already. */
      readonly asked: number;
      readonly replayed: number;
      readonly seconds: number;
    } & TaskPlace)
  /** The worker leases nothing for a while. */
  | { readonly kind: 'worker-waits'; readonly reason: string; readonly delayMs: number };
