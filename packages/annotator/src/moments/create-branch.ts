// Branches a world: creates another one in which reading goes on from a snapshot, and never changes the original.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { copyGlossary } from '../as-of/copy-glossary.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { openCandidateStore } from '../glossary/candidate-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { copySqlite } from '../importers/import-sqlite.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { openWorld } from '../world/open-world.ts';
import { readingNotesFile } from '../world/reading-notes.ts';
import type { CorpusRecord, World } from '../world/world.ts';
import { buildWorld, writeWorld } from '../world/world-file.ts';
import { openBranchStore } from './branch-store.ts';
import { buildSnapshotMoment } from './load-snapshot.ts';

export interface WorldBranch {
  readonly snapshot: Snapshot;
  /** Must not exist yet. By default beside the original and named after the snapshot. */
  readonly dir?: string | undefined;
  readonly clock: Clock;
}

/**
 * Creates the new world completely or not at all. Throws `UsageError` if the folder exists, or if the snapshot does not
 * belong to the reading.
 */
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
    createBranchDatabase(annotator, { snapshot, path: draft.annotatorPath });
    for (const name of ['terrarium.yaml', readingNotesFile])
      openWorldFolder(world.dir).copyOut(name, join(draftDir, name));
    writeWorld({ ...draft, corpora });
    renameSync(draftDir, dir);
    copyLinks(world, dir);
    return openWorld(dir);
  } catch (error) {
    rmSync(draftDir, { recursive: true, force: true });
    throw error instanceof TerrariumError ? error : refuseUnwritable(dir, error);
  }
}

/** Copies corpora inside the world, so that the two worlds are independent; linked files stay linked. */
async function copyCorpus(corpus: CorpusRecord, dir: string): Promise<CorpusRecord> {
  if (corpus.kind === 'linked') return corpus;
  const path = join(dir, 'corpora', `${corpus.name}.db`);
  await copySqlite({ path: corpus.path, isOfWorld: true, destination: path });
  return { ...corpus, path };
}

/** Lets the branch read the linked files that the original may read. */
function copyLinks(world: World, dir: string): void {
  const known = openKnownWorlds();
  for (const { kind, path } of world.corpora) {
    if (kind === 'linked' && known.hasLink(world.dir, path)) known.recordLink(dir, path);
  }
}

function refuseRetry({ id }: Snapshot): UsageError {
  return new UsageError({
    code: 'snapshot.of-retry',
    happened: `Snapshot ${id} was made while a scene was read again, when later scenes were known already.`,
    todo: 'Choose another one of the same thread: "annotate snapshot list" shows them.',
  });
}

function refuseTaken(dir: string): UsageError {
  return new UsageError({
    code: 'branch.taken',
    happened: `${dir} exists already.`,
    todo: 'If it is the branch you want, read on in it with --world and without --from-snapshot. Otherwise name another folder with --branch.',
  });
}

function refuseUnwritable(dir: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'branch.cannot-create',
    happened: `The branch ${dir} cannot be made.`,
    todo: 'Check the permissions and the free space of the folder above it, or name another folder with --branch. The original is unchanged.',
    cause,
  });
}

export interface Branch {
  readonly snapshot: Snapshot;
  /** Path of the new database. */
  readonly path: string;
}

/** Creates the database completely or not at all; the origin is only read. Throws `StorageError`. */
export function createBranchDatabase(
  { connection, corpora }: Pick<Annotator, 'connection' | 'corpora'>,
  branch: Branch,
): void {
  const { snapshot, path } = branch;
  const readBody: ReadBody = (corpus, postId) => corpora.get(corpus)?.findBody(postId);
  const target = openAnnotatorDatabase({ path });
  try {
    const store = openBranchStore(target, connection.name, snapshot);
    target.transaction(() => {
      store.copyRecords();
      const moment = buildSnapshotMoment(snapshot);
      copyGlossary(connection, target, { moment, readBody });
      const reading = openReadingStore(target, readBody);
      reading.storeAllWords();
      openCandidateStore(target).replayHeld((surface) => reading.countNames([surface]));
      store.finish();
    })();
    store.close();
  } finally {
    target.close();
  }
}
