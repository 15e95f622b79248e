// Branches a world: creates another one in which reading goes on from a snapshot, and never changes the original.

import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { copyGlossary } from '../as-of/copy-glossary.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { openCandidateStore } from '../glossary/candidate-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { createSibling } from '../world/create-sibling.ts';
import type { World } from '../world/world.ts';
import { openBranchStore } from './branch-store.ts';
import { buildSnapshotMoment } from './load-snapshot.ts';

export interface WorldBranch {
  readonly snapshot: Snapshot;
  /**
   * The folder of the new world, which must not exist yet. By default, it is beside the original and named after the
   * snapshot.
   */
  readonly dir?: string | undefined;
  readonly clock: Clock;
}

/**
 * Creates the whole new world or nothing. Throws `UsageError` if the folder exists, or if the snapshot does not belong
 * to the reading.
 */
export async function createBranch(annotator: Annotator, branch: WorldBranch): Promise<World> {
  const { world } = annotator;
  const { snapshot, clock } = branch;
  if (snapshot.isOfRetry) throw refuseRetry(snapshot);
  return await createSibling(world, {
    dir: branch.dir ?? `${world.dir}-from-${snapshot.id}`,
    title: `${world.title} (from snapshot ${snapshot.id})`,
    clock,
    fill: (draft) => createBranchDatabase(annotator, { snapshot, path: draft.annotatorPath }),
  });
}

function refuseRetry({ id }: Snapshot): UsageError {
  return new UsageError({
    code: 'snapshot.of-retry',
    happened: `Snapshot ${id} was made while a scene was read again, when later scenes were known already.`,
    todo: 'Choose another one of the same thread: "annotate snapshot list" shows them.',
  });
}

export interface Branch {
  readonly snapshot: Snapshot;
  /** Path of the new database. */
  readonly path: string;
}

/** Creates the database and fills it wholly or not at all; only reads from the origin. Throws `StorageError`. */
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
