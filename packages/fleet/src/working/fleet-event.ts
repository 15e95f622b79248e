// Fleet events: what a worker reports while it works.

import type { TaskKind } from '../queue/task-row.ts';

export interface TaskPlace {
  readonly world: string;
  readonly owner: string;
  readonly task: TaskKind;
}

/**
 * How the work on a task ended: it was done; it was given back without a failure; it failed, to be tried again or set
 * aside; or another worker took it over.
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
      /** Why the task was not finished. */
      readonly reason?: string | undefined;
      /** How many replies the model gave. */
      readonly asked: number;
      readonly replayed: number;
      readonly seconds: number;
    } & TaskPlace)
  /** One slot of the worker leases nothing for some time. */
  | { readonly kind: 'worker-waits'; readonly reason: string; readonly delayMs: number };
