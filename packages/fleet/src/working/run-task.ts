// Runs a leased task: fetches the world, does the task, publishes the result, and ends the lease.

import { Bug, ProviderError, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { isLeaseLost } from '../queue/held-task-store.ts';
import type { Lease } from '../queue/lease-store.ts';
import { collectState } from '../states/collect-state.ts';
import { writeState } from '../states/write-state.ts';
import type { Manifest } from '../values/manifest.ts';
import type { TaskEnding, TaskPlace } from './fleet-event.ts';
import { type HeldWork, isOwnFault, openHeldWork } from './held-work.ts';
import { openPublisher } from './publisher.ts';
import { readLeased } from './read-leased.ts';
import { retryWhileAway } from './retry-while-away.ts';
import type { Worker } from './worker.ts';
import { removeLeaseFolder, type WorkerFolder } from './worker-folder.ts';

export interface TaskOutcome {
  readonly ending: TaskEnding;
  readonly reason: string | undefined;
  /**
   * Whether the worker should wait before it takes another task, because its machine or its model server was at fault.
   */
  readonly isOwnFault: boolean;
}

export async function runTask(worker: Worker, folder: WorkerFolder, lease: Lease): Promise<TaskOutcome> {
  const { clock } = worker.environment;
  const place = { world: lease.name, owner: lease.owner, task: lease.kind };
  const counts = { asked: 0, replayed: 0 };
  const onReply = (isReplayed: boolean) => {
    counts[isReplayed ? 'replayed' : 'asked'] += 1;
  };
  const began = clock.monotonic();
  const held = openHeldWork(worker, lease);
  let dir: string | undefined;
  let outcome: TaskOutcome;
  try {
    dir = folder.createLeaseFolder();
    outcome = await runHeld({ worker, lease, held, place, dir, onReply });
  } catch (error) {
    outcome = await settleFailure(held, error, { name: lease.name, dir });
  } finally {
    await held.close();
    if (dir !== undefined) removeLeaseFolder(dir);
  }
  const { ending, reason } = outcome;
  const seconds = (clock.monotonic() - began) / 1000;
  worker.emit({ kind: 'task-ended', ...place, ending, reason, ...counts, seconds });
  return outcome;
}

interface HeldTask {
  readonly worker: Worker;
  readonly lease: Lease;
  readonly held: HeldWork;
  readonly place: TaskPlace;
  readonly dir: string;
  readonly onReply: (isReplayed: boolean) => void;
}

async function runHeld(task: HeldTask): Promise<TaskOutcome> {
  const { worker, lease, held, place, dir } = task;
  const { database, environment } = worker;
  const { manifest, bytes } = await retryWhileAway(environment.clock, held.signal, () =>
    writeState(database, lease.worldId, dir),
  );
  worker.emit({ kind: 'task-leased', ...place, epoch: lease.epoch, bytes });
  if (lease.kind !== 'read') {
    await runOther(task, manifest);
    return { ending: 'finished', reason: undefined, isOwnFault: false };
  }
  if (worker.reader === undefined) throw new Bug('A worker that reads nothing was given a world to read.');
  const outcome = await readLeased({ ...task, reader: worker.reader, manifest });
  if (outcome.kind === 'halted') return await settleFailure(held, outcome.error, { name: lease.name, dir });
  if (outcome.kind !== 'interrupted') return { ending: 'finished', reason: undefined, isOwnFault: false };
  return await release(
    held,
    'It was stopped; what the fleet has saved of it stays, and every reply is kept.',
    false,
  );
}

/** Does work other than reading, without intermediate states, and publishes the result at the end. */
async function runOther({ worker, lease, held, place, dir }: HeldTask, manifest: Manifest): Promise<void> {
  const { database, terms, environment, emit } = worker;
  const work = lease.kind === 'read' ? undefined : worker.works[lease.kind];
  if (work === undefined) throw new Bug(`A worker was given a task that it does not do: ${lease.kind}.`);
  const result = await work(dir, lease.options);
  const publisher = openPublisher({
    database,
    holding: lease,
    terms,
    clock: environment.clock,
    signal: held.signal,
    manifest,
    everyMs: 0,
    onPublished: (published) => emit({ kind: 'world-published', ...place, ...published }),
    onFailure: () => undefined,
  });
  const end = { change: { kind: 'finished' }, notes: { result } } as const;
  await publisher.finish(collectState(dir), undefined, end);
}

async function release(held: HeldWork, reason: string, isOwn: boolean): Promise<TaskOutcome> {
  if (!held.isLost()) await held.end({ kind: 'released' });
  return { ending: held.isLost() ? 'lost' : 'released', reason, isOwnFault: isOwn };
}

interface WorldPlace {
  readonly name: string;
  /** The world's local folder; undefined if none could be made. */
  readonly dir: string | undefined;
}

/** Replaces the path of the temporary folder by the world's name, so that messages name the world. */
function hidePath(text: string, { name, dir }: WorldPlace): string {
  return dir === undefined ? text : text.replaceAll(dir, name);
}

/**
 * A passing fault of the model server, a fault of this machine or of the database, or a lost lease does not count as a
 * failure of the task; any other fault does.
 */
async function settleFailure(held: HeldWork, thrown: unknown, place: WorldPlace): Promise<TaskOutcome> {
  if (held.isLost() || isLeaseLost(thrown)) {
    return { ending: 'lost', reason: 'Another worker has taken it over.', isOwnFault: false };
  }
  const error = thrown instanceof TerrariumError ? thrown : new Bug(String(thrown), thrown);
  if (isOwnFault(error, place.dir) || (error instanceof ProviderError && error.retryable))
    return await release(held, error.happened, true);
  const { code, happened, todo } = error;
  const kept = { code, happened: hidePath(happened, place), todo: hidePath(todo, place) };
  await held.end({ kind: 'failed', isHopeless: error instanceof UsageError }, { error: kept });
  return { ending: held.isLost() ? 'lost' : 'failed', reason: kept.happened, isOwnFault: false };
}
