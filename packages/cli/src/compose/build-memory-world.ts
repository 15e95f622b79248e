// Composes a world: the only place of the command line that opens one, to look at it or to change it.

import { hasLostReading } from '@terrarium/annotator/find-running-process';
import { type Annotator, type AnnotatorOptions, openAnnotator } from '@terrarium/annotator/open-annotator';
import { openAnnotatorToLook } from '@terrarium/annotator/open-annotator-to-look';
import { openRunLock } from '@terrarium/annotator/open-run-lock';
import { openWorld } from '@terrarium/annotator/open-world';
import { explainGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { type StorageError, UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Migrated } from '@terrarium/kernel/open-database';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import { renderCommand } from '../screen/render-command.ts';
import type { Shell } from '../shell/shell.ts';
import { readConfigured } from '../trust/read-configured.ts';
import { resolveLinks } from '../trust/resolve-links.ts';

type Work = (annotator: Annotator) => void | Promise<void>;

/** Gives `look` the annotator of a world that was read; a run beside it does no harm. Throws `UsageError` before. */
export async function readFromWorld(shell: Shell, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  await resolveLinks(shell, world);
  const annotator = openToLook(shell, world);
  await runAndClose(annotator, look);
}

/** As `readFromWorld`, of a world whose newest records may be damaged. */
export async function openDamagedWorld(shell: Shell, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  await resolveLinks(shell, world);
  await runAndClose(openToLook(shell, world, { isDamageExpected: true }), look);
}

/** As `readFromWorld`, for who looks for damage: a damaged newest record is for `look` to find, and refuses nothing. */
export async function examineWorld(shell: Shell, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  await runAndClose(openToLook(shell, world, { isDamageExpected: true }), look);
}

/** Gives `change` the annotator of a world that was read, to write in it; a run beside it goes on. */
export async function updateReadWorld(shell: Shell, worldDir: string, change: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  await resolveLinks(shell, world);
  const onMigrated = (migrated: Migrated) => shell.printer.warn(renderMigrated(migrated));
  const options = { ...buildChangeOptions(shell, world), mustExist: true, onMigrated };
  await runAndClose(openAnnotator(world, options), change);
}

/** A world of an older version is brought up to date by whoever opens it first, and says so. */
export function openToLook(
  { environment, printer }: Shell,
  world: World,
  options: Pick<AnnotatorOptions, 'isDamageExpected'> = {},
): Annotator {
  const onMigrated = (migrated: Migrated) => printer.warn(renderMigrated(migrated));
  return openAnnotatorToLook(world, { ...options, clock: environment.clock, onMigrated });
}

/** Gives `change` the annotator of a world, made where nothing was read yet, while no run goes on. */
export async function updateWorld(shell: Shell, worldDir: string, change: Work): Promise<void> {
  const world = openWorld(worldDir);
  shell.logsDir = world.logsDir;
  await resolveLinks(shell, world);
  const lock = openRunLock(world);
  try {
    const annotator = openAnnotator(world, buildChangeOptions(shell, world));
    try {
      await change(annotator);
    } finally {
      annotator.close();
    }
  } finally {
    lock.close();
  }
}

/** What a person changes is kept as a run is. */
function buildChangeOptions(shell: Shell, world: World) {
  const { durability } = readConfigured(shell, {}, world.dir).settings;
  return { clock: shell.environment.clock, durability };
}

function openReadWorld(shell: Shell, worldDir: string): World {
  const world = openWorld(worldDir);
  shell.logsDir = world.logsDir;
  if (!isThere(world.annotatorPath)) throw refuseUnread(world);
  return world;
}

/** Does the work and closes the annotator; what a damaged file brought about is said to be that. */
async function runAndClose(annotator: Annotator, work: Work): Promise<void> {
  try {
    await work(annotator);
  } catch (error) {
    // Reads every table again: only who fails waits for that.
    const { explainFailure } = await import('@terrarium/annotator/explain-failure');
    throw explainFailure(annotator, error);
  } finally {
    annotator.close();
  }
}

/** What there is to say where nothing that was read is found. */
export function refuseUnread(world: World): UsageError | StorageError {
  if (hasLostReading(world)) return explainGoneStore(world, 'annotator.db');
  return new UsageError({
    code: 'world.unread',
    happened: `Nothing has been read in the world ${world.dir} yet.`,
    todo: `Read it with "${renderCommand('annotate run', world.dir)}".`,
  });
}
