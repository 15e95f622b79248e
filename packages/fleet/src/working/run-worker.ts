// Runs a worker: takes tasks as long as there are any, and does as many at once as its model server can handle.

import type { Query } from '../database/fleet-database-store.ts';
import { checkFleet } from '../database/migrate-store.ts';
import { type LeaseRequest, leaseTask } from '../queue/lease-store.ts';
import { type TaskKind, taskKinds } from '../queue/task-row.ts';
import { hasOpenTasks } from '../queue/world-store.ts';
import { extractTerms } from '../values/reading-terms.ts';
import type { TaskEnding } from './fleet-event.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { runTask } from './run-task.ts';
import type { Worker } from './worker.ts';
import { openWorkerFolder, type WorkerFolder } from './worker-folder.ts';

export type WorkerSummary = Readonly<Record<TaskEnding, number>>;

/** After a fault of its machine or its model server, a slot of the worker leases nothing for this long. */
const pauseMs = 15_000;

/**
 * Works until it is stopped or, with `endsWhenEmpty`, until no task is left that it can do. Throws if the fleet has
 * another version, or if at the start the database refuses the worker or cannot be reached. If it cannot be reached
 * later, waits.
 */
export async function runWorker(worker: Worker): Promise<WorkerSummary> {
  const summary = { finished: 0, released: 0, failed: 0, lost: 0 };
  const request = buildRequest(worker);
  await checkFleet(worker.database, { isWorker: true });
  const ended = new AbortController();
  const folder = openWorkerFolder(worker.folder);
  const runLoop = async () => {
    try {
      await takeTasks(worker, { request, folder, ended: ended.signal, summary });
    } catch (error) {
      ended.abort();
      if (!worker.stop.abort.aborted || error !== worker.stop.abort.reason) throw error;
    }
  };
  const nightly = worker.works.maintain === undefined ? undefined : await startNightly(worker);
  const loops = await Promise.allSettled(Array.from({ length: worker.slots }, runLoop));
  await nightly?.close();
  folder.close();
  const failed = loops.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return summary;
}

/** Loaded only here, so that a worker that only reads starts without the job engine. */
async function startNightly({ database }: Worker) {
  const { openNightly } = await import('./nightly.ts');
  return openNightly(database);
}

interface Loop {
  readonly request: LeaseRequest;
  readonly folder: WorkerFolder;
  /** Aborted when another loop fails. */
  readonly ended: AbortSignal;
  readonly summary: Record<TaskEnding, number>;
}

async function takeTasks(worker: Worker, loop: Loop): Promise<void> {
  const { ended, summary } = loop;
  while (!worker.stop.isRequested() && !ended.aborted) {
    const outcome = await takeTask(worker, loop);
    if (outcome === 'empty') return;
    if (outcome !== 'none') summary[outcome] += 1;
  }
}

function buildRequest(worker: Worker): LeaseRequest {
  const { name, server, slots, reader, works, terms } = worker;
  const kinds = taskKinds.filter((kind) =>
    kind === 'read' ? reader !== undefined : works[kind] !== undefined,
  );
  const reads =
    reader === undefined ? undefined : { model: reader.model.id, terms: extractTerms(reader.settings) };
  return { worker: name, server, slots, kinds, reader: reads, terms };
}

/**
 * Does one task. If none can be taken now, waits a while and returns `none`; for a worker that ends when the queue is
 * empty, returns `empty` if no task is left at all.
 */
async function takeTask(
  worker: Worker,
  { request, folder }: Pick<Loop, 'request' | 'folder'>,
): Promise<TaskEnding | 'none' | 'empty'> {
  const { database, environment, stop } = worker;
  const { clock } = environment;
  const lease = await retryWhileAway(clock, stop.abort, async () => {
    await checkFleet(database, { isWorker: true });
    return await leaseTask(database, request);
  });
  if (lease === undefined) return await waitForWork(worker, request.kinds);
  const { ending, reason = '', isOwnFault } = await runTask(worker, folder, lease);
  if (isOwnFault && !stop.isRequested()) {
    worker.emit({ kind: 'worker-waits', reason, delayMs: pauseMs });
    await waitFor(worker, pauseMs);
  }
  return ending;
}

async function waitForWork(worker: Worker, kinds: readonly TaskKind[]): Promise<'none' | 'empty'> {
  const { database, environment, stop, endsWhenEmpty, pollMs } = worker;
  const { clock, chance } = environment;
  const hasOpen = (query: Query) => hasOpenTasks(query, kinds);
  if (endsWhenEmpty && !(await retryWhileAway(clock, stop.abort, () => hasOpen(database.query))))
    return 'empty';
  // The waits have random lengths, so that many idle workers do not all ask at the same moment.
  await waitFor(worker, pollMs * (0.5 + chance.next()));
  return 'none';
}

/** Waits in short pieces and checks for a stop after each: a stop that lets replies finish does not abort the signal. */
async function waitFor({ environment, stop }: Worker, ms: number): Promise<void> {
  const { clock } = environment;
  const until = clock.monotonic() + ms;
  while (!stop.isRequested() && clock.monotonic() < until)
    await clock.sleep(Math.max(1, Math.min(250, until - clock.monotonic())), stop.abort);
}
