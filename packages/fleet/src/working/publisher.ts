// Publisher: sends a world's state to the fleet's database between two scenes, while the reading goes on.

import type { Clock } from '@terrarium/kernel/environment';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import { type HeldChange, type Holding, type TaskNotes, updateHeld } from '../queue/held-task-store.ts';
import { recordPublished } from '../queue/world-store.ts';
import type { WorldState } from '../states/collect-state.ts';
import { packChange, storeChange } from '../states/state-store.ts';
import type { LeaseTerms } from '../values/lease.ts';
import type { Manifest } from '../values/manifest.ts';
import { retryWhileAway } from './retry-while-away.ts';

export interface PublisherOptions {
  readonly database: FleetDatabase;
  readonly holding: Holding;
  readonly terms: LeaseTerms;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly manifest: Manifest;
  /** The shortest time between two publishings; the last one does not wait. */
  readonly everyMs: number;
  readonly onPublished: (published: Published) => void;
  /** Called with the error if publishing in the background fails. */
  readonly onFailure: (error: unknown) => void;
}

export interface Published {
  readonly scenesDone: number;
  readonly pieces: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface Progress {
  /** How many replies the state contains. */
  readonly position: number;
  readonly scenesDone: number;
  readonly scenesAll: number;
}

export interface Publisher {
  /** Whether a state should be published now, and none is being published. */
  isDue(): boolean;
  /** Sends a state in the background. Files that are not in the state stay unchanged in the database. */
  offer(state: WorldState, progress: Progress): void;
  /** Sends the whole final state and ends the lease, in one transaction. */
  finish(state: WorldState, progress: Progress | undefined, end: PublishedEnd): Promise<void>;
  /** Waits until nothing is being published. */
  settle(): Promise<void>;
}

export interface PublishedEnd {
  readonly change: HeldChange;
  readonly notes: TaskNotes;
}

/**
 * Packing states may take at most this share of the time: the longer the last packing took, the later the next
 * publishing is due.
 */
const partOfTime = 0.02;

export function openPublisher(options: PublisherOptions): Publisher {
  const { clock, everyMs } = options;
  let { manifest } = options;
  let underWay: Promise<void> | undefined;
  let dueMs = clock.monotonic();
  const send = async (after: Manifest, sent: SentState): Promise<void> => {
    const began = clock.monotonic();
    const packed = packChange(manifest, after, sent.state.pieces);
    const packedMs = clock.monotonic() - began;
    await retryWhileAway(clock, options.signal, () => publish(options, packed, sent));
    manifest = after;
    const scenesDone = sent.progress?.scenesDone ?? 0;
    dueMs = clock.monotonic() + Math.max(everyMs, packedMs / partOfTime);
    const milliseconds = Math.round(clock.monotonic() - began);
    options.onPublished({ scenesDone, pieces: packed.added.length, bytes: packed.bytes, milliseconds });
  };
  return {
    isDue: () => underWay === undefined && clock.monotonic() >= dueMs,
    offer: (state, progress) => {
      const after = new Map([...manifest, ...state.manifest]);
      const change = { kind: 'renewed', hasProgressed: true } as const;
      underWay = send(after, { state, progress, change, notes: {} })
        .catch(options.onFailure)
        .finally(() => {
          underWay = undefined;
        });
    },
    finish: async (state, progress, { change, notes }) => {
      await underWay;
      await send(state.manifest, { state, progress, change, notes });
    },
    settle: async () => {
      await underWay;
    },
  };
}

interface SentState extends PublishedEnd {
  readonly state: WorldState;
  /** Undefined if nothing was read. */
  readonly progress: Progress | undefined;
}

/**
 * In one transaction, checks that the lease is still held, replaces the state, and deletes the logged replies that the
 * new state contains.
 */
async function publish(
  { database, holding, terms }: PublisherOptions,
  packed: ReturnType<typeof packChange>,
  { state, progress, change, notes }: SentState,
): Promise<void> {
  const { worldId } = holding;
  await database.transact(async (query) => {
    await updateHeld(query, holding, { change, terms, notes });
    await storeChange(query, worldId, packed);
    const isWhole = change.kind !== 'renewed';
    await recordPublished(query, worldId, { ...progress, bytes: isWhole ? state.bytes : undefined });
  });
}
