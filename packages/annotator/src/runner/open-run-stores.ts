// Opens the stores of a world's annotator database over one connection, so that one transaction can span them.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openContextStore } from '../context/context-store.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { openCurationStore } from '../curator/curation-store.ts';
import { openGlossaryStore } from '../glossary/glossary-store.ts';
import { openSnapshotStore } from '../snapshots/snapshot-store.ts';
import { openJournalStore } from './journal-store.ts';
import { openLedgerStore } from './ledger-store.ts';
import type { RunStores } from './run.ts';

export interface StoreSurroundings {
  /** Where bodies are read back from. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly clock: Clock;
}

export function openRunStores(connection: Connection, { corpora, clock }: StoreSurroundings): RunStores {
  return {
    journal: openJournalStore(connection, clock),
    ledger: openLedgerStore(connection),
    context: openContextStore(connection, clock),
    snapshots: openSnapshotStore(connection, clock),
    curation: openCurationStore(connection),
    glossary: openGlossaryStore(connection, {
      clock,
      readBody: (name, postId) => corpora.get(name)?.findBody(postId),
    }),
  };
}
