// Spoken memory: an in-memory database with its own clock, and short functions for saying something to it.

import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment, type FakeClock } from '@terrarium/kernel/testing/fake-environment';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { type EventStore, openEventStore } from '../../src/events/event-store.ts';
import { type Ingested, type IngestOptions, ingest } from '../../src/intake/ingest.ts';
import { parseResponse, parseUserMessage } from '../../src/tags/parse-message.ts';
import {
  openWorkingMemoryStore,
  type WorkingMemoryStore,
} from '../../src/working-memory/working-memory-store.ts';

type Say = (text: string, options?: Partial<IngestOptions>) => Ingested;

export interface SpokenMemory {
  readonly connection: Connection;
  readonly clock: FakeClock;
  readonly events: EventStore;
  readonly store: WorkingMemoryStore;
  readonly hear: Say;
  readonly speak: Say;
  /** Lists the active items as `kind: content`, in the order in which they were created. */
  listActive(): string[];
}

export function openSpokenMemory(path = ':memory:'): SpokenMemory {
  const connection = openMemoryDatabase({ path });
  const { clock } = buildFakeEnvironment();
  const say = (side: IngestOptions['side'], text: string, options: Partial<IngestOptions> = {}) =>
    ingest(connection, side === 'user' ? parseUserMessage(text) : parseResponse(text), {
      side,
      clock,
      timeZone: 'Europe/Berlin',
      ...options,
    });
  const store = openWorkingMemoryStore(connection);
  return {
    connection,
    clock,
    events: openEventStore(connection),
    store,
    hear: (text, options) => say('user', text, options),
    speak: (text, options) => say('companion', text, options),
    listActive: () =>
      [...store.readContents(store.readActive().map((item) => item.id)).values()].map(
        (item) => `${item.kind}: ${item.content}`,
      ),
  };
}
