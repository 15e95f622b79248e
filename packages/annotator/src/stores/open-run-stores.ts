// Opens the stores of a world's annotator database over one connection, so that one transaction can span them.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openGlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import { openContextStore } from '../context/context-store.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { openCurationStore } from '../curator/curation-store.ts';
import { openGlossaryStore } from '../glossary/glossary-store.ts';
import type { ReadBody } from '../glossary/reading-store.ts';
import { openJournalStore } from '../journal/journal-store.ts';
import { openLedgerStore } from '../journal/ledger-store.ts';
import { openSnapshotStore } from '../journal/snapshot-store.ts';
import { openSummonStore } from '../journal/summon-store.ts';
import type { RunStores } from './run-stores.ts';

export interface StoreSurroundings {
  /** Where bodies are read back from. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly clock: Clock;
}

export function openRunStores(connection: Connection, { corpora, clock }: StoreSurroundings): RunStores {
  const readBody: ReadBody = (name, postId) => corpora.get(name)?.findBody(postId);
  return {
    journal: openJournalStore(connection, clock),
    ledger: openLedgerStore(connection),
    context: openContextStore(connection, clock),
    snapshots: openSnapshotStore(connection, clock),
    curation: openCurationStore(connection),
    summons: openSummonStore(connection, clock),
    glossary: openGlossaryStore(connection, { clock, readBody }),
    openGlossaryAsOf: (moment) => openGlossaryAsOf(connection, { moment, clock, readBody }),
  };
}
