// Opens the stores of a world's annotator database over one connection, so that one transaction can span them.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Moment } from '../as-of/moment-store.ts';
import { type GlossaryAsOf, openGlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import { type ContextStore, openContextStore } from '../context/context-store.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { type CurationStore, openCurationStore } from '../curator/curation-store.ts';
import { type GlossaryStore, openGlossaryStore } from '../glossary/glossary-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { type JournalStore, openJournalStore } from './journal-store.ts';
import { type LedgerStore, openLedgerStore } from './ledger-store.ts';
import { openSnapshotStore, type SnapshotStore } from './snapshot-store.ts';
import { openSummonStore, type SummonStore } from './summon-store.ts';

export interface RunStores {
  readonly journal: JournalStore;
  readonly ledger: LedgerStore;
  readonly context: ContextStore;
  readonly snapshots: SnapshotStore;
  readonly glossary: GlossaryStore;
  readonly curation: CurationStore;
  readonly summons: SummonStore;
  /** Opens the glossary as it was at a moment. The caller closes it. */
  readonly openGlossaryAsOf: (moment: Moment) => GlossaryAsOf;
}

export interface StoreSurroundings {
  /** The corpora from which the bodies of posts are read. */
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
