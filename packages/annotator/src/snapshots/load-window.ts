// Loads the window of a snapshot: what the model had before it when the bookmark was made, from the append-only log.

import { StorageError } from '@terrarium/kernel/errors';
import type { ContextStore } from '../context/context-store.ts';
import { ContextWindow } from '../context/context-window.ts';
import type { LoggedMessage, Sequence } from '../context/message-log.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';

/** Equal to the window of that moment: the same request, the same entries shown. Throws `StorageError` for a lost fold. */
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
    happened: `Snapshot ${snapshot.id} points to a window that is not there.`,
    todo: 'Restore the world from a backup, or choose another snapshot. "annotate verify" shows what else is damaged.',
  });
}
