// Creates a checkpoint: a bookmark of where journal, glossary and window stand.

import type { StepId } from '../journal/journal.ts';
import type { SnapshotType } from '../journal/snapshot-store.ts';
import { computeRatio } from './count-window.ts';
import { type Run, requireScene } from './run.ts';

export interface CheckpointReason {
  /** `checkpoint` unless said otherwise. */
  readonly type?: SnapshotType;
  readonly stepId: StepId;
  /** Why it was made, where that was no thread's end and no count of scenes. */
  readonly note: string;
}

/** Writes the bookmark in the transaction it is called in. */
export function createCheckpoint(run: Run, { type = 'checkpoint', stepId, note }: CheckpointReason): void {
  const { session, stores } = run;
  const snapshotId = stores.snapshots.create({
    type,
    stepId,
    revisionId: stores.glossary.readNewestRevision(),
    foldId: session.window.fold.id,
    sequence: session.window.newest,
    sceneId: requireScene(run).id,
    entryCount: stores.glossary.countEntries(),
    tokens: Math.round(session.window.tokens * computeRatio(run)),
    note,
  });
  stores.journal.addTotals({ snapshotId });
  if (type === 'checkpoint') run.emit({ kind: 'checkpoint-made', snapshotId });
}

/** Bookmarks the state outside the rhythm, as when the run is interrupted or halts. */
export function createBookmark(run: Run, note: string): void {
  const last = run.stores.journal.findLastStep(run.session.conversation.id);
  if (last === undefined || run.session.scene === undefined) return;
  run.stores.journal.runInTransaction(() => createCheckpoint(run, { stepId: last.id, note }));
}
