// Run stores: everything of a world that is written in its annotator database, under one connection.

import type { Moment } from '../as-of/moment.ts';
import type { GlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import type { ContextStore } from '../context/context-store.ts';
import type { CurationStore } from '../curator/curation-store.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import type { LedgerStore } from '../journal/ledger-store.ts';
import type { SnapshotStore } from '../journal/snapshot-store.ts';
import type { SummonStore } from '../journal/summon-store.ts';

export interface RunStores {
  readonly journal: JournalStore;
  readonly ledger: LedgerStore;
  readonly context: ContextStore;
  readonly snapshots: SnapshotStore;
  readonly glossary: GlossaryStore;
  readonly curation: CurationStore;
  readonly summons: SummonStore;
  /** The glossary as it stood at a moment; to be closed. */
  readonly openGlossaryAsOf: (moment: Moment) => GlossaryAsOf;
}
