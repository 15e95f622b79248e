// Loads a snapshot: the window and the glossary exactly as they were at that moment.

import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Moment } from '../as-of/moment-store.ts';
import type { GlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import type { ContextStore } from '../context/context-store.ts';
import { ContextWindow } from '../context/context-window.ts';
import type { LoggedMessage, Sequence } from '../context/message-log.ts';
import type { Position } from '../corpus/corpus.ts';
import type { RevisionId } from '../glossary/entry.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import type { LedgerScene, LedgerStore } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';

export interface LoadedSnapshot extends GlossaryAsOf {
  readonly snapshot: Snapshot;
  readonly window: ContextWindow;
}

export type SnapshotSource = Pick<Annotator, 'corpora' | 'stores'>;

/**
 * The caller closes the result. Loading takes time in proportion to what had been written before the snapshot. Throws
 * `StorageError` if the snapshot is damaged.
 */
export function loadSnapshot({ stores }: SnapshotSource, snapshot: Snapshot): LoadedSnapshot {
  const window = loadWindow(stores.context, snapshot);
  return { snapshot, window, ...stores.openGlossaryAsOf(buildSnapshotMoment(snapshot)) };
}

/** Throws `UsageError` if there is no such snapshot. */
export function chooseSnapshot({ stores }: Pick<Annotator, 'stores'>, id: number): Snapshot {
  const snapshot = stores.snapshots.find(id);
  if (snapshot !== undefined) return snapshot;
  const [newest] = stores.snapshots.list({ limit: 1 });
  throw new UsageError({
    code: 'snapshot.unknown',
    happened: `There is no snapshot ${id}.`,
    todo:
      newest === undefined
        ? 'None has been made yet: one is made at the end of each thread, or by "annotate snapshot create".'
        : '"annotate snapshot list" shows the snapshots.',
  });
}

export function buildSnapshotMoment({ revisionId, readPartId }: Snapshot): Moment {
  return { at: 'revision', revision: revisionId as RevisionId, readPartId };
}

/** The last scene that was shown before a snapshot; undefined if none was shown. */
export function findShownScene(
  stores: { readonly journal: JournalStore; readonly ledger: LedgerStore },
  { conversationId, stepId }: Snapshot,
): LedgerScene | undefined {
  const sceneId = stores.journal.findSceneShown(conversationId, stepId);
  return sceneId === undefined ? undefined : stores.ledger.findScene(sceneId);
}

export function toEndPosition({ corpus, threadId, lastPostId }: LedgerScene): Position {
  return { corpus, threadId, postId: lastPostId };
}

/**
 * Rebuilds the window of that moment: it gives the same request and shows the same entries. Throws `StorageError` if a
 * fold is lost.
 */
export function loadWindow(context: ContextStore, snapshot: Snapshot): ContextWindow {
  const fold = context.findFoldById(snapshot.foldId);
  const conversation = context.findConversationById(snapshot.conversationId);
  if (fold === undefined || conversation === undefined) throw refuseLost(snapshot);
  const end = (snapshot.sequence + 1) as Sequence;
  if (conversation.purpose === 'reading')
    return new ContextWindow(fold, context.readWindow(conversation.id, fold, end));
  const reading = context.findConversation('reading');
  const before: readonly LoggedMessage[] =
    reading === undefined ? [] : context.readWindow(reading.id, fold, conversation.forkedBefore);
  const own = context.readLog(conversation.id).filter((logged) => logged.sequence < end);
  return new ContextWindow(fold, [...before, ...own]);
}

function refuseLost(snapshot: Snapshot): StorageError {
  return new StorageError({
    code: 'snapshot.damaged',
    happened: `Snapshot ${snapshot.id} points to a prompt that is missing.`,
    todo: 'Restore the world from a backup, or choose another snapshot. "annotate verify" shows what else is damaged.',
  });
}
