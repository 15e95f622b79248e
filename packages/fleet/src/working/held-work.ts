// Held work: renews a lease while a worker works, stops the work if the lease is lost, and ends the lease exactly once.

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StorageError, type TerrariumError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import {
  type HeldChange,
  isLeaseLost,
  refuseStale,
  type TaskNotes,
  updateHeld,
} from '../queue/held-task-store.ts';
import type { Lease } from '../queue/lease-store.ts';
import { retryWhileAway } from './retry-while-away.ts';
import type { Worker } from './worker.ts';

export interface HeldWork {
  /** Aborted, with the reason, as soon as the lease is lost or the worker must stop at once. */
  readonly signal: AbortSignal;
  /** Whether the lease is lost: another worker has taken over the world, or the lease could not be renewed. */
  isLost(): boolean;
  /** Treats the lease as lost: nothing more is written under it. */
  lose(): void;
  /** Ends the lease without a new state. */
  end(change: HeldChange, notes?: TaskNotes): Promise<void>;
  close(): Promise<void>;
}

/** How many times a lease is renewed during its term. */
const renewals = 3;

export function openHeldWork(worker: Worker, lease: Lease): HeldWork {
  const { database, environment, terms, stop } = worker;
  const { clock } = environment;
  const lost = new AbortController();
  const closed = new AbortController();
  const signal = AbortSignal.any([lost.signal, stop.abort]);
  const update = (change: HeldChange, notes: TaskNotes = {}) =>
    retryWhileAway(clock, AbortSignal.any([signal, closed.signal]), () =>
      database.transact((query) => updateHeld(query, lease, { change, terms, notes })),
    );
  const renew = async () => {
    while (!closed.signal.aborted) {
      await setTimeout(terms.ttlMs / renewals, undefined, { signal: closed.signal });
      await update({ kind: 'renewed', hasProgressed: false });
    }
  };
  const renewing = renew().catch((error: unknown) => {
    if (closed.signal.aborted) return;
    lost.abort(error instanceof Error ? error : refuseStale());
  });
  return {
    signal,
    isLost: () => lost.signal.aborted,
    lose: () => lost.abort(refuseStale()),
    end: async (change, notes) => {
      try {
        await update(change, notes);
      } catch (error) {
        if (!isLeaseLost(error)) throw error;
        lost.abort(error);
      }
    },
    close: async () => {
      closed.abort();
      await renewing;
    },
  };
}

/**
 * Faults of the worker's own machine or of the fleet's database. They do not concern the world, which another worker
 * can read at once.
 */
const ownFaults = new Set([
  'store.full',
  'store.no-room',
  'store.read-only',
  'store.io',
  'store.cannot-open',
  'file.cannot-write',
  'fleet.no-folder',
  'fleet.cannot-write',
  'world.cannot-create',
  'fleet.unreachable',
  'fleet.crowded',
  'fleet.full',
]);

/** `dir` is the folder of the world: if somebody has removed it, this is also a fault of the machine. */
export function isOwnFault(error: TerrariumError, dir: string | undefined): boolean {
  if (dir !== undefined && !isThere(join(dir, 'world.json'))) return true;
  return error instanceof StorageError && ownFaults.has(error.code);
}
