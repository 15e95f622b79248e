// Adds worlds to the fleet, or gives the fleet further tasks for worlds that it has.

import { basename, resolve } from 'node:path';
import { addFolder } from '@terrarium/fleet/add-folder';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { checkFleet } from '@terrarium/fleet/migrate';
import { addTask, type NewTask, requireWorld } from '@terrarium/fleet/world-store';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { renderAdded } from '../views/render-fleet.ts';
import { withFleet } from './fleet-database.ts';
import type { AddOptions } from './fleet-options.ts';

export async function addToFleet(
  shell: Shell,
  worlds: readonly string[],
  options: AddOptions,
): Promise<void> {
  refuseMixture(worlds, options);
  await withFleet(options, async (database) => {
    for (const world of worlds) {
      if (options.task === undefined) await addOne(shell, database, { dir: world, options });
      else await addTaskFor(shell, database, { name: world, options });
    }
  });
}

interface Addition {
  readonly dir: string;
  readonly options: AddOptions;
}

async function addOne(
  { printer }: Shell,
  database: FleetDatabase,
  { dir, options }: Addition,
): Promise<void> {
  const { name = basename(resolve(dir)), owner, replace, notes } = options;
  const added = await addFolder(database, {
    dir,
    name,
    owner,
    task: buildTask('read', options),
    replaces: replace === true,
    sendsNotes: notes === true,
  });
  if (options.json === true) printer.writeJson('fleetAddition', { kind: 'world-added', ...added });
  else printer.writeLines(renderAdded(added));
}

interface MoreWork {
  readonly name: string;
  readonly options: AddOptions;
}

async function addTaskFor(
  { printer }: Shell,
  database: FleetDatabase,
  { name, options }: MoreWork,
): Promise<void> {
  const task = options.task ?? 'read';
  await checkFleet(database);
  const world = await requireWorld(database.query, name, options.owner);
  await addTask(database.query, world, buildTask(task, options));
  if (options.json === true) printer.writeJson('fleetTask', { kind: 'task-added', name, task });
  else printer.writeLines(`${paint(name, 'bold')}: ${task} waits for a worker.`);
}

function buildTask(kind: NewTask['kind'], { priority = 0, until, model, format }: AddOptions): NewTask {
  const options = {
    ...(until === undefined ? {} : { until }),
    ...(format === undefined ? {} : { format }),
  };
  return { kind, priority, model, options };
}

const furthestPriority = 1_000;

function refuseMixture(
  worlds: readonly string[],
  { name, priority = 0, task, replace, notes }: AddOptions,
): void {
  if (!Number.isInteger(priority) || Math.abs(priority) > furthestPriority)
    throw refuseWish('That is not a valid priority.', 'Give a whole number from -1000 to 1000.');
  if (name !== undefined && worlds.length > 1)
    throw refuseWish('--name names one world, but several were given.', 'Add them one by one.');
  if (task !== undefined && (name !== undefined || replace === true || notes === true))
    throw refuseWish(
      '--name, --replace and --notes are for folders, and --task is for worlds that the fleet has.',
      'Leave out --task, or leave out --name, --replace and --notes.',
    );
}

function refuseWish(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'fleet.mixed-addition', happened, todo });
}
