// Branches a world: a folder of its own in which the reading goes on from a snapshot; the original is never touched.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { copySqlite } from '../importers/import-sqlite.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { openWorld } from '../world/open-world.ts';
import type { CorpusRecord, World } from '../world/world.ts';
import { buildWorld, writeWorld } from '../world/world-file.ts';
import { createBranchDatabase } from './create-branch-database.ts';

export interface WorldBranch {
  readonly snapshot: Snapshot;
  /** Must not be there yet; beside the original, named after the snapshot, when undefined. */
  readonly dir?: string | undefined;
  readonly clock: Clock;
}

/** The new world, whole or not at all. Throws `UsageError` where the folder is taken or the snapshot none of the reading. */
export async function createBranch(annotator: Annotator, branch: WorldBranch): Promise<World> {
  const { world } = annotator;
  const { snapshot, clock } = branch;
  if (snapshot.isOfRetry) throw refuseRetry(snapshot);
  const dir = resolve(branch.dir ?? `${world.dir}-from-${snapshot.id}`);
  if (existsSync(dir)) throw refuseTaken(dir);
  const draftDir = join(dirname(dir), `.${basename(dir)}.branching-${process.pid}`);
  try {
    const draft = buildWorld(draftDir, {
      title: `${world.title} (from snapshot ${snapshot.id})`,
      created_at: renderInstant(clock.now()),
      format: 1,
      corpora: [],
    });
    createFolder(draftDir);
    const folder = openWorldFolder(draftDir);
    for (const path of [join(draftDir, 'corpora'), draft.exportsDir, draft.logsDir])
      folder.createFolder(path);
    const corpora: CorpusRecord[] = [];
    for (const corpus of world.corpora) corpora.push(await copyCorpus(corpus, draftDir));
    createBranchDatabase(annotator, { snapshot, path: draft.annotatorPath, clock });
    openWorldFolder(world.dir).copyOut('terrarium.yaml', join(draftDir, 'terrarium.yaml'));
    writeWorld({ ...draft, corpora });
    renameSync(draftDir, dir);
    copyLinks(world, dir);
    return openWorld(dir);
  } catch (error) {
    rmSync(draftDir, { recursive: true, force: true });
    throw error instanceof TerrariumError ? error : refuseUnwritable(dir, error);
  }
}

/** What the world holds itself is copied, so that the two can go their own ways; a linked file stays linked. */
async function copyCorpus(corpus: CorpusRecord, dir: string): Promise<CorpusRecord> {
  if (corpus.kind === 'linked') return corpus;
  const path = join(dir, 'corpora', `${corpus.name}.db`);
  await copySqlite({ path: corpus.path, isOfWorld: true, destination: path });
  return { ...corpus, path };
}

/** What the original may read where it lies the branch may too. */
function copyLinks(world: World, dir: string): void {
  const known = openKnownWorlds();
  for (const { kind, path } of world.corpora) {
    if (kind === 'linked' && known.hasLink(world.dir, path)) known.recordLink(dir, path);
  }
}

function refuseRetry({ id }: Snapshot): UsageError {
  return new UsageError({
    code: 'snapshot.of-retry',
    happened: `Snapshot ${id} was made while a scene was read again, when what comes after it was known already.`,
    todo: 'Choose another one of the same thread: "annotate snapshot list" shows them.',
  });
}

function refuseTaken(dir: string): UsageError {
  return new UsageError({
    code: 'branch.taken',
    happened: `${dir} is there already.`,
    todo: 'If it is the branch you want, read on in it with --world and without --from-snapshot; else name another folder with --branch.',
  });
}

function refuseUnwritable(dir: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'branch.cannot-create',
    happened: `The branch ${dir} cannot be made.`,
    todo: 'Check the permissions and the room of the folder above it, or name another with --branch. The original is as it was.',
    cause,
  });
}
