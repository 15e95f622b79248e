// Annotator world: opens the annotator of a world, to look at it or to change it.

import {
  type Annotator,
  type AnnotatorOptions,
  openAnnotator,
  openAnnotatorToLook,
} from '@terrarium/annotator/open-annotator';
import { hasLostReading, openRunLock } from '@terrarium/annotator/open-run-lock';
import { openWorld } from '@terrarium/annotator/open-world';
import { type RemovedStory, removeStory } from '@terrarium/annotator/remove-story';
import { explainGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { type StorageError, UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Host } from '../host/host.ts';
import { buildMigratedNotice } from '../host/migrated-notice.ts';
import { renderCommand } from '../host/render-command.ts';
import { readConfigured } from '../settings/read-configured.ts';
import { resolveLinks } from '../settings/resolve-links.ts';

type Work = (annotator: Annotator) => void | Promise<void>;

/**
 * Gives `look` a read-only annotator of a world in which something has been read. A run may go on at the same
 * time. Throws `UsageError` if nothing has been read.
 */
export async function readFromWorld(host: Host, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(host, worldDir);
  await resolveLinks(host, world);
  const annotator = openToLook(host, world);
  await runAndClose(annotator, look);
}

/** Like `readFromWorld`, for a world whose newest records may be damaged. */
export async function openDamagedWorld(host: Host, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(host, worldDir);
  await resolveLinks(host, world);
  await runAndClose(openToLook(host, world, { isDamageExpected: true }), look);
}

/**
 * Like `readFromWorld`, to look for damage: the world is opened even if its newest record is damaged, because `look` is
 * meant to find this. Nobody is asked about files outside of the world.
 */
export async function examineWorld(host: Host, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(host, worldDir);
  await runAndClose(openToLook(host, world, { isDamageExpected: true }), look);
}

/** Gives `change` the annotator of a world that has been read, to write to it. A run may go on at the same time. */
export async function updateReadWorld(host: Host, worldDir: string, change: Work): Promise<void> {
  const world = openReadWorld(host, worldDir);
  await resolveLinks(host, world);
  const options = { ...buildChangeOptions(host, world), mustExist: true };
  await runAndClose(openAnnotator(world, options), change);
}

export function openToLook(
  host: Host,
  world: World,
  options: Pick<AnnotatorOptions, 'isDamageExpected'> = {},
): Annotator {
  const { clock } = host.environment;
  return openAnnotatorToLook(world, { ...options, clock, onMigrated: buildMigratedNotice(host) });
}

/**
 * Gives `change` the annotator of a world, and makes its database if nothing has been read yet. Refuses while
 * a run goes on.
 */
export async function updateWorld(host: Host, worldDir: string, change: Work): Promise<void> {
  const world = openWorld(worldDir);
  host.logsDir = world.logsDir;
  await resolveLinks(host, world);
  const lock = openRunLock(world);
  try {
    const annotator = openAnnotator(world, buildChangeOptions(host, world));
    try {
      await change(annotator);
    } finally {
      annotator.close();
    }
  } finally {
    lock.close();
  }
}

/** Removes a story from a world. Refused once anything of the story has been read. */
export function removeFromWorld(host: Host, worldDir: string, story: string): RemovedStory {
  const world = openWorld(worldDir);
  host.logsDir = world.logsDir;
  return removeStory(world.dir, story, buildChangeOptions(host, world));
}

/** What a person changes is written with the same durability as what a run writes. */
function buildChangeOptions(host: Host, world: World) {
  const { durability } = readConfigured(host, {}, world.dir).settings;
  return { clock: host.environment.clock, durability, onMigrated: buildMigratedNotice(host) };
}

function openReadWorld(host: Host, worldDir: string): World {
  const world = openWorld(worldDir);
  host.logsDir = world.logsDir;
  if (!isThere(world.annotatorPath)) throw refuseUnread(world);
  return world;
}

/** Does the work and closes the annotator; if a damaged file made the work fail, the error says so. */
async function runAndClose(annotator: Annotator, work: Work): Promise<void> {
  try {
    await work(annotator);
  } catch (error) {
    // This module is needed only after a failure, so it is imported only here.
    const { explainFailure } = await import('@terrarium/annotator/with-annotator');
    throw explainFailure(annotator, error);
  } finally {
    annotator.close();
  }
}

/** The error for a world in which nothing has been read, or whose glossary file is missing. */
export function refuseUnread(world: World): UsageError | StorageError {
  if (hasLostReading(world)) return explainGoneStore(world, 'annotator.db');
  return new UsageError({
    code: 'world.unread',
    happened: `Nothing has been read in the world ${world.dir} yet.`,
    todo: `Read it with "${renderCommand('read', world.dir)}".`,
  });
}
