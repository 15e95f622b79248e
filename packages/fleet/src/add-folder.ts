// Adds a world's folder to the fleet: stores its files as pieces, and creates the task for it.

import { openRunLock } from '@terrarium/annotator/open-run-lock';
import { openWorld } from '@terrarium/annotator/open-world';
import { readReadingNotes } from '@terrarium/annotator/reading-notes';
import type { World } from '@terrarium/annotator/world';
import { UsageError } from '@terrarium/kernel/errors';
import type { FleetDatabase } from './database/fleet-database-store.ts';
import { checkFleet } from './database/migrate-store.ts';
import { addWorld, type NewTask, replaceWorld } from './queue/world-store.ts';
import { collectState, type WorldState } from './states/collect-state.ts';
import { packChange } from './states/state-store.ts';

export interface AddRequest {
  readonly dir: string;
  /** The world's name in the fleet. */
  readonly name: string;
  /** The world's owner; by default, the user of the connection. */
  readonly owner?: string | undefined;
  readonly task: NewTask;
  /** Whether this world replaces the world that already has this name. */
  readonly replaces?: boolean;
  /** Whether the world's reading notes are given to the model. */
  readonly sendsNotes?: boolean;
}

export interface AddedFolder {
  readonly name: string;
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
  /** How many bytes were sent, after compression. */
  readonly sentBytes: number;
}

/**
 * Throws `UsageError` if the name is not allowed, if it is taken or (with `replaces`) unknown, or if the world links to
 * files elsewhere, and `StorageError` if a run is reading the world.
 */
export async function addFolder(database: FleetDatabase, request: AddRequest): Promise<AddedFolder> {
  const world = openWorld(request.dir);
  refuseLinked(world);
  refuseName(request.name);
  await checkFleet(database);
  const state = collectQuietState(world);
  const notes = request.sendsNotes === true ? readReadingNotes(world)?.text : undefined;
  const added = {
    name: request.name,
    title: world.title,
    owner: request.owner,
    notes,
    hasMemory: state.manifest.has('memory.sqlite'),
    bytes: state.bytes,
    task: request.task,
  };
  const pack = (before: WorldState['manifest']) => packChange(before, state.manifest, state.pieces);
  const change =
    request.replaces === true
      ? await replaceWorld(database, added, { pack })
      : await addWorld(database, added, { pack });
  const { name, title, bytes } = added;
  return { name, title, files: state.manifest.size, bytes, sentBytes: change.bytes };
}

/**
 * Collects the state while it holds the run lock: no run can change the world in the meantime, so all files are as of
 * one moment.
 */
function collectQuietState(world: World): WorldState {
  const lock = openRunLock(world);
  try {
    return collectState(world.dir);
  } finally {
    lock.close();
  }
}

/** Throws if the world has linked files: a worker has only files that are in the fleet, so it would miss them. */
function refuseLinked({ dir, corpora }: World): void {
  const linked = corpora.find(({ kind }) => kind === 'linked');
  if (linked === undefined) return;
  throw new UsageError({
    code: 'fleet.linked-corpus',
    happened: `The story "${linked.name}" of ${dir} is the file ${linked.path} outside the world, which workers cannot read.`,
    todo: 'Import it with --copy into a world of its own, and add that.',
  });
}

const longestName = 200;

function refuseName(name: string): void {
  if (name !== '' && name.length <= longestName && !/\p{Cc}/u.test(name)) return;
  throw new UsageError({
    code: 'fleet.bad-world-name',
    happened: 'That cannot be the name of a world in a fleet.',
    todo: `Give it a name of 1 to ${longestName} ordinary characters with --name.`,
  });
}
