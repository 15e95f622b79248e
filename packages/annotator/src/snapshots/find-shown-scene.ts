// Finds the scene a snapshot's reader was shown last: what it had read, whatever was about to come.

import type { Position } from '../corpus/corpus.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import type { LedgerScene, LedgerStore } from '../journal/ledger-store.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';

/** Undefined before the first one was shown. */
export function findShownScene(
  stores: { readonly journal: JournalStore; readonly ledger: LedgerStore },
  { conversationId, stepId }: Snapshot,
): LedgerScene | undefined {
  const sceneId = stores.journal.findSceneShown(conversationId, stepId);
  return sceneId === undefined ? undefined : stores.ledger.findScene(sceneId);
}

/** The last post of a scene. */
export function toEndPosition({ corpus, threadId, lastPostId }: LedgerScene): Position {
  return { corpus, threadId, postId: lastPostId };
}
