// Creates a snapshot by hand: a bookmark of where the reading stands now, also beside a run.

import { UsageError } from '@terrarium/kernel/errors';
import { computeTokenRatio } from '@terrarium/kernel/estimate-tokens';
import { ContextWindow } from '../context/context-window.ts';
import type { SnapshotId } from '../journal/snapshot-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { countedPromptsKept } from './count-window.ts';

/** One short transaction. Throws `UsageError` where nothing was read yet. */
export function createSnapshot({ stores }: Pick<Annotator, 'stores'>, note: string): SnapshotId {
  const { context, journal, glossary, snapshots } = stores;
  return journal.runInTransaction(() => {
    const reading = context.findConversation('reading');
    const step = reading && journal.findLastStep(reading.id);
    const fold = reading && context.findFold(reading.id);
    if (reading === undefined || step === undefined || fold === undefined) throw refuseUnread();
    const window = new ContextWindow(fold, context.readWindow(reading.id, fold));
    const ratio = Math.max(
      computeTokenRatio(journal.readCountedPrompts(countedPromptsKept)),
      journal.readRefusedRatio(),
    );
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
    happened: 'Nothing was read yet: there is no moment to bookmark.',
    todo: 'Read with "annotate run" first.',
  });
}
