// Nightly upkeep: the job engine's crontab adds the nightly tasks, once for all workers.

import { setTimeout } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import { addNightlyTasks } from '../queue/nightly-store.ts';

/** Drops the log messages of the engine; its failures reach us as errors. */
export const silentLogger: Logger = new Logger(() => () => undefined);

/** At three in the morning, UTC. */
const atNight = '0 3 * * *';
/** How long to wait after a failure of the engine, for instance because the database could not be reached. */
const pauseMs = 30_000;

export function buildTaskList(database: FleetDatabase): TaskList {
  return {
    plan_maintenance: async () => {
      await addNightlyTasks(database.query);
    },
  };
}

export interface Nightly {
  close(): Promise<void>;
}

/** Runs the engine until it is closed, and starts it again after each failure. */
export function openNightly(database: FleetDatabase): Nightly {
  const closed = new AbortController();
  const state: { runner?: Runner } = {};
  const runOnce = async () => {
    const runner = await run({
      connectionString: database.address,
      concurrency: 1,
      maxPoolSize: 2,
      noHandleSignals: true,
      logger: silentLogger,
      taskList: buildTaskList(database),
      parsedCronItems: parseCronItems([
        { task: 'plan_maintenance', match: atNight, identifier: 'plan_maintenance' },
      ]),
    });
    state.runner = runner;
    if (closed.signal.aborted) await runner.stop();
    await runner.promise;
  };
  const runAgain = async () => {
    while (!closed.signal.aborted) {
      await runOnce().catch(() => undefined);
      await setTimeout(pauseMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };
  const running = runAgain();
  return {
    close: async () => {
      closed.abort();
      await state.runner?.stop().catch(() => undefined);
      await running;
    },
  };
}
