// Thread account: the scenes of a thread, and the entries the story first named there.

import type { Thread, ThreadId } from '../corpus/corpus.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { WorldView } from '../places/world-view.ts';

export interface ThreadAccount {
  readonly corpus: string;
  readonly thread: Thread;
  readonly scenes: readonly LedgerScene[];
  /** In the order in which they were first named. */
  readonly entries: readonly GlossaryEntry[];
}

/** The threads of that id: one for each corpus that has one. */
export function listThreadAccounts(
  view: WorldView,
  id: number,
  corpusName?: string,
): readonly ThreadAccount[] {
  const { corpora } = view;
  return [...corpora.values()].flatMap((corpus) => {
    if (corpusName !== undefined && corpus.name !== corpusName) return [];
    const thread = corpus.findThread(id as ThreadId);
    return thread === undefined ? [] : [readThread(view, corpus.name, thread)];
  });
}

function readThread({ stores }: WorldView, corpus: string, thread: Thread): ThreadAccount {
  const here = { corpus, threadId: thread.id };
  const entries = [...stores.glossary.iterateEntries({ firstIn: here })];
  return {
    corpus,
    thread,
    scenes: stores.ledger.readThreadScenes(here),
    entries: entries.toSorted(
      (one, other) => one.firstSeen.postId - other.firstSeen.postId || one.id - other.id,
    ),
  };
}
