// Makes a checkpoint: a bookmark of where journal, glossary and window stand.

import type { StepId } from '../journal/journal.ts';
import type { SnapshotType } from '../journal/snapshot-store.ts';
import { findRatio } from './count-desk.ts';
import { type Run, readDeskScene } from './run.ts';

export interface CheckpointReason {
  /** `checkpoint` unless said otherwise. */
  readonly type?: SnapshotType;
  readonly stepId: StepId;
  /** Why it was made, where that was no thread's end and no count of scenes. */
  readonly note: string;
}

/** Writes the bookmark in the transaction it is called in. */
export function makeCheckpoint(run: Run, { type = 'checkpoint', stepId, note }: CheckpointReason): void {
  const { desk, stores } = run;
  const snapshotId = stores.snapshots.create({
    type,
    stepId,
    revisionId: stores.glossary.readNewestRevision(),
    foldId: desk.window.fold.id,
    sequence: desk.window.newest,
    sceneId: readDeskScene(run).id,
    entryCount: stores.glossary.countEntries(),
    tokens: Math.round(desk.window.tokens * findRatio(run)),
    note,
  });
  stores.journal.addTotals({ snapshotId });
  if (type === 'checkpoint') run.emit({ kind: 'checkpoint-made', snapshotId });
}

/** Bookmarks the state outside the rhythm, as when the run is interrupted or halts. */
export function bookmarkNow(run: Run, note: string): void {
  const last = run.stores.journal.findLastStep(run.desk.conversation.id);
  if (last === undefined || run.desk.scene === undefined) return;
  run.stores.journal.transaction(() => makeCheckpoint(run, { stepId: last.id, note }));
}
