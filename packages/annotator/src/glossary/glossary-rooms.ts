// Opens, over one connection, all stores that a change to the glossary writes to.

import type { Clock } from '@terrarium/kernel/environment';
import { renderInstant } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { type CandidateStore, openCandidateStore } from './candidate-store.ts';
import { type CorrectionStore, openCorrectionStore } from './correction-store.ts';
import type { EntryId, GlossaryEntry } from './entry.ts';
import { type EntryStore, openEntryStore } from './entry-store.ts';
import { type KeptApartStore, openKeptApartStore } from './kept-apart-store.ts';
import { openProposalStore, type ProposalStore } from './proposal-store.ts';
import type { ReadBody } from './read-parts.ts';
import { openReadingStore, type ReadingStore } from './reading-store.ts';
import { openRemovedNameStore, type RemovedNameStore } from './removed-name-store.ts';
import { openRevisionStore, type RevisionStore } from './revision-store.ts';
import { openSearchStore, type SearchStore } from './search-store.ts';
import { openSurfaceMemory, type SurfaceMemory } from './surface-memory-store.ts';

export interface GlossaryOptions {
  readonly clock: Clock;
  /** Reads the bodies of posts from the corpora. Bodies are never copied into the glossary. */
  readonly readBody: ReadBody;
}

export interface Rooms {
  readonly entries: EntryStore;
  readonly revisions: RevisionStore;
  readonly corrections: CorrectionStore;
  readonly reading: ReadingStore;
  readonly candidates: CandidateStore;
  readonly search: SearchStore;
  readonly keptApart: KeptApartStore;
  readonly proposals: ProposalStore;
  readonly memory: SurfaceMemory;
  readonly removed: RemovedNameStore;
  readTime(): string;
}

export function openRooms(connection: Connection, { clock, readBody }: GlossaryOptions): Rooms {
  const revisions = openRevisionStore(connection);
  return {
    entries: openEntryStore(connection),
    revisions,
    corrections: openCorrectionStore(connection),
    reading: openReadingStore(connection, readBody),
    candidates: openCandidateStore(connection),
    search: openSearchStore(connection),
    keptApart: openKeptApartStore(connection, clock),
    proposals: openProposalStore(connection),
    memory: openSurfaceMemory(connection),
    removed: openRemovedNameStore(connection, revisions.read),
    readTime: () => renderInstant(clock.now()),
  };
}

export function readEntries({ entries }: Rooms, ids: readonly EntryId[]): GlossaryEntry[] {
  return ids.flatMap((id) => entries.find(id) ?? []);
}
