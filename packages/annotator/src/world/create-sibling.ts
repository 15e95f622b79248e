// Creates a world beside another one, with the same stories, settings and notes, and never changes the original.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { copySqlite } from '../importers/import-sqlite.ts';
import { openWorld } from './open-world.ts';
import { readingNotesFile } from './reading-notes.ts';
import type { CorpusRecord, World } from './world.ts';
import { buildWorld, writeWorld } from './world-file.ts';

export interface SiblingWorld {
  /** The folder of the new world, which must not exist yet. */
  readonly dir: string;
  readonly title: string;
  readonly clock: Clock;
  /** The stories that the new world gets; by default, all. */
  readonly corpora?: readonly CorpusRecord[] | undefined;
  /** Writes everything else that the new world has into its draft. */
  readonly fill: (draft: World) => void;
}

/** Distinguishes drafts that one process makes at the same time. */
let drafts = 0;

/** Creates the whole new world or nothing. Throws `UsageError` if the folder exists. */
export async function createSibling(world: World, sibling: SiblingWorld): Promise<World> {
  const dir = resolve(sibling.dir);
  if (existsSync(dir)) throw refuseTaken(dir);
  drafts += 1;
  const draftDir = join(dirname(dir), `.${basename(dir)}.branching-${process.pid}-${drafts}`);
  try {
    const draft = buildWorld(draftDir, {
      title: sibling.title,
      created_at: renderInstant(sibling.clock.now()),
      format: 1,
      corpora: [],
    });
    createFolder(draftDir);
    const folder = openWorldFolder(draftDir);
    for (const path of [join(draftDir, 'corpora'), draft.exportsDir, draft.logsDir])
      folder.createFolder(path);
    const corpora: CorpusRecord[] = [];
    for (const corpus of sibling.corpora ?? world.corpora) corpora.push(await copyCorpus(corpus, draftDir));
    for (const name of ['terrarium.yaml', readingNotesFile])
      openWorldFolder(world.dir).copyOut(name, join(draftDir, name));
    sibling.fill(draft);
    writeWorld({ ...draft, corpora });
    copyLinks(world, dir);
    renameSync(draftDir, dir);
  } catch (error) {
    rmSync(draftDir, { recursive: true, force: true });
    throw error instanceof TerrariumError ? error : refuseUnwritable(dir, error);
  }
  return openWorld(dir);
}

/** Copies a corpus that is inside the world, so that the two worlds are independent. A linked file stays linked. */
async function copyCorpus(corpus: CorpusRecord, dir: string): Promise<CorpusRecord> {
  if (corpus.kind === 'linked') return corpus;
  const path = join(dir, 'corpora', `${corpus.name}.db`);
  await copySqlite({ path: corpus.path, isOfWorld: true, destination: path });
  return { ...corpus, path };
}

/** Lets the new world read the linked files that the original may read. */
function copyLinks(world: World, dir: string): void {
  const known = openKnownWorlds();
  for (const { kind, path } of world.corpora) {
    if (kind === 'linked' && known.hasLink(world.dir, path)) known.recordLink(dir, path);
  }
}

function refuseTaken(dir: string): UsageError {
  return new UsageError({
    code: 'branch.taken',
    happened: `${dir} exists already.`,
    todo: 'If it is the world you want, read on in it with --world alone. Otherwise name another folder with --branch.',
  });
}

function refuseUnwritable(dir: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'branch.cannot-create',
    happened: `The new world ${dir} cannot be made.`,
    todo: 'Check the permissions and the free space of the folder above it, or name another folder with --branch. The original is unchanged.',
    cause,
  });
}
