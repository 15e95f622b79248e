// Creates snapshots: a run's checkpoints, and bookmarks that a person asks for.

import { UsageError } from '@terrarium/kernel/errors';
import { ContextWindow } from '../context/context-window.ts';
import type { StepId } from '../journal/journal.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { SnapshotId, SnapshotType } from '../journal/snapshot-store.ts';
import { computeLearntRatio, computeRatio, recordsKept } from './count-window.ts';
import { type Run, requireScene } from './run.ts';

/** Makes a bookmark in one short transaction. Throws `UsageError` if nothing has been read. */
export function createSnapshot({ stores }: Pick<Annotator, 'stores'>, note: string): SnapshotId {
  const { context, journal, glossary, snapshots } = stores;
  return journal.runInTransaction(() => {
    const reading = context.findConversation('reading');
    const step = reading && journal.findLastStep(reading.id);
    const fold = reading && context.findFold(reading.id);
    if (reading === undefined || step === undefined || fold === undefined) throw refuseUnread();
    const window = new ContextWindow(fold, context.readWindow(reading.id, fold));
    const records = journal.readNewestRecords(recordsKept);
    const learnt = computeLearntRatio(records, records.at(-1)?.model ?? '');
    const ratio = Math.max(learnt, journal.readRefusedRatio());
    return snapshots.create({
      type: 'manual',
      stepId: step.id,
      revisionId: glossary.readNewestRevision(),
      foldId: fold.id,
      sequence: window.newest,
      sceneId: step.sceneId,
      entryCount: glossary.countEntries(),
      tokens: Math.round(window.tokens * ratio),
      note,
    });
  });
}

function refuseUnread(): UsageError {
  return new UsageError({
    code: 'snapshot.nothing-read',
    happened: 'Nothing has been read yet: there is no moment to bookmark.',
    todo: 'Read with "terrarium read" first.',
  });
}

interface CheckpointReason {
  /** The type of the snapshot; `checkpoint` by default. */
  readonly type?: SnapshotType;
  readonly stepId: StepId;
  /** Why the bookmark was made; empty for one at the end of a thread or after a number of scenes. */
  readonly note: string;
}

/** Writes the bookmark within the caller's transaction. */
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

/** Bookmarks the state between regular checkpoints, for example if the run is interrupted or halts. */
export function createBookmark(run: Run, note: string): void {
  const last = run.stores.journal.findLastStep(run.session.conversation.id);
  if (last === undefined || run.session.scene === undefined) return;
  run.stores.journal.runInTransaction(() => createCheckpoint(run, { stepId: last.id, note }));
}
