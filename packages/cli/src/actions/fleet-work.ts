// Runs a worker of the fleet: takes worlds, reads them with one model server, and shows its progress.

import { hostname } from 'node:os';
import { openReader } from '@terrarium/composition/open-reading';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import type { FleetEvent } from '@terrarium/fleet/fleet-event';
import { defaultLeaseTerms } from '@terrarium/fleet/lease';
import { checkFleet } from '@terrarium/fleet/migrate';
import { runWorker } from '@terrarium/fleet/run-worker';
import { type TaskKind, taskKinds } from '@terrarium/fleet/task-row';
import type { Worker } from '@terrarium/fleet/worker';
import { UsageError } from '@terrarium/kernel/errors';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { buildFlags } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { type StopWatch, watchSignals } from '../shell/watch-signals.ts';
import { renderFleetEvent } from '../views/render-fleet.ts';
import { withFleet } from './fleet-database.ts';
import { openSharedFolder } from './fleet-folder.ts';
import type { WorkOptions } from './fleet-options.ts';

const usualPublishMs = 15_000;
const pollMs = 2_000;

export async function runFleetWorker(shell: Shell, options: WorkOptions): Promise<void> {
  shell.tellsEvents = true;
  const { printer } = shell;
  const { slots = 1 } = options;
  const signals = watchSignals((isAwaited) => {
    const what = isAwaited ? 'after the replies that are arriving, which are kept' : 'now';
    printer.warn(`Stopping ${what}. Nothing is lost: every reply is in the database.`);
  });
  const folder = openSharedFolder(options.dir);
  try {
    const opening = { options, signals, folder: folder.path };
    const summary = await withFleet(
      options,
      async (database) => await runWorker(await openWorker(shell, { ...opening, database })),
      slots * 2 + 2,
    );
    printer.showLive();
    if (signals.stop.isRequested()) shell.exitCode = exitCodes.interrupted;
    if (options.json === true) printer.writeJson('fleetEvent', { kind: 'worker-ended', ...summary });
    else printer.writeLines('', `${renderCount(summary.finished, 'task')} done, ${summary.failed} failed.`);
  } finally {
    printer.showLive();
    signals.close();
    folder.close();
  }
}

interface Opening {
  readonly options: WorkOptions;
  readonly database: FleetDatabase;
  readonly signals: StopWatch;
  /** The folder for the worlds that the worker is working on. */
  readonly folder: string;
}

async function openWorker(shell: Shell, { options, database, signals, folder }: Opening): Promise<Worker> {
  const { environment, printer } = shell;
  const kinds = parseKinds(options.only);
  // The fleet is checked before anything is printed, and before a model server is asked.
  await checkFleet(database, { isWorker: true });
  const name = options.worker ?? `${hostname()}-${process.pid}-${environment.ids.next().slice(0, 4)}`;
  const opened = kinds.includes('read') ? await openReader(shell, buildFlags(options), folder) : undefined;
  const reader = opened && { ...opened, model: signals.watch(opened.model) };
  const slots = options.slots ?? 1;
  const started = { kind: 'worker-started', name, model: reader?.model.id, slots, tasks: kinds } as const;
  if (options.json === true) printer.writeJson('fleetEvent', started);
  else
    printer.writeLines(
      `Worker ${paint(name, 'bold')}${reader === undefined ? '' : ` reads with ${paint(reader.model.id, 'bold')}`}, ${renderCount(slots, 'world')} at once.`,
      paint('Ctrl-C stops; nothing is lost.', 'dim'),
      '',
    );
  return {
    database,
    environment,
    name,
    server: nameServer(shell, name),
    slots,
    reader,
    works: await openWorks(shell, kinds, options),
    terms: { ...defaultLeaseTerms, ttlMs: options.lease ?? defaultLeaseTerms.ttlMs },
    publishEveryMs: options.publishEvery ?? usualPublishMs,
    pollMs,
    folder,
    stop: signals.stop,
    endsWhenEmpty: options.untilEmpty === true,
    emit: watchWorker(shell, options.json === true),
  };
}

/** Loads the code for memories and exports, unless the worker only reads. */
async function openWorks(
  shell: Shell,
  kinds: readonly TaskKind[],
  options: WorkOptions,
): Promise<Worker['works']> {
  if (kinds.every((kind) => kind === 'read')) return {};
  const { buildWorks } = await import('./fleet-works.ts');
  return buildWorks(shell, kinds, buildFlags(options));
}

/**
 * A server at a local address is named together with its machine, because other machines use the same address. If no
 * server is asked, as with the built-in reader, the worker's name takes its place.
 */
function nameServer({ asked }: Shell, name: string): string {
  const host = asked.at(-1)?.host;
  if (host === undefined) return name;
  return /^(?:localhost|127\.|\[::1\])/u.test(host) ? `${host} of ${hostname()}` : host;
}

function watchWorker({ printer }: Shell, isJson: boolean): (event: FleetEvent) => void {
  const reading = new Map<string, string>();
  return (event) => {
    if (isJson) {
      printer.writeJson('fleetEvent', event);
      return;
    }
    if (event.kind === 'scene-read')
      reading.set(event.world, `  ${event.world}: scene ${event.done} of ${event.all}`);
    if (event.kind === 'task-ended') reading.delete(event.world);
    const line = renderFleetEvent(event, printer.width);
    if (line !== '') printer.writeLines(line);
    printer.showLive(...[...reading.values()].map((text) => paint(text, 'dim')));
  };
}

/** Throws `UsageError` for a word that is not a kind of task. */
function parseKinds(only: string | undefined): readonly TaskKind[] {
  if (only === undefined) return taskKinds;
  const said = only.split(',').map((kind) => kind.trim());
  const strange = said.find((kind) => !taskKinds.some((one) => one === kind));
  if (strange === undefined) return taskKinds.filter((kind) => said.includes(kind));
  throw new UsageError({
    code: 'fleet.unknown-task',
    happened: `"${strange}" is not a task of a worker.`,
    todo: `Choose from these with --only: ${taskKinds.join(', ')}.`,
  });
}
