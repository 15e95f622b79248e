// Branches an annotator's database: a new one that stands where the reading stood at a snapshot, ready to read on.

import type { Clock } from '@terrarium/kernel/environment';
import { copyGlossary } from '../as-of/open-glossary-as-of.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { openCandidateStore } from '../glossary/candidate-store.ts';
import { openReadingStore, type ReadBody } from '../glossary/reading-store.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { buildSnapshotMoment } from '../snapshots/build-snapshot-moment.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { openBranchStore } from './branch-store.ts';

export interface Branch {
  readonly snapshot: Snapshot;
  /** The database to make. */
  readonly path: string;
  readonly clock: Clock;
}

/** Whole or not at all; the origin is only read. Throws `StorageError`. */
export function createBranchDatabase(
  { connection, corpora }: Pick<Annotator, 'connection' | 'corpora'>,
  branch: Branch,
): void {
  const { snapshot, path, clock } = branch;
  const readBody: ReadBody = (corpus, postId) => corpora.get(corpus)?.findBody(postId);
  const target = openAnnotatorDatabase({ path });
  try {
    const store = openBranchStore(target, connection.name, snapshot);
    target.transaction(() => {
      store.copyRecords();
      const moment = buildSnapshotMoment(snapshot);
      copyGlossary(connection, target, { moment, clock, readBody });
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
