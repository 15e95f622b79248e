// Maintained memory: a database in a temporary folder that tests of maintenance fill through the stores.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment, type FakeClock } from '@terrarium/kernel/testing/fake-environment';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { openEventStore } from '../../src/events/event-store.ts';
import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import { displayTags, type Tag } from '../../src/tags/tag.ts';
import type { ItemId, NewItem } from '../../src/working-memory/item.ts';
import { openWorkingMemoryStore } from '../../src/working-memory/working-memory-store.ts';

export interface MaintainedMemory {
  readonly folder: string;
  readonly databasePath: string;
  readonly ambientPath: string;
  readonly connection: Connection;
  readonly clock: FakeClock;
  /** Stores a message with one tag around all of it; `say` by default. */
  hear(text: string, options?: HeardOptions): EventId;
  hold(content: string, options?: Partial<NewItem>): ItemId;
  ground(writer: MaintenanceWriter): {
    connection: Connection;
    clock: FakeClock;
    ambientPath: string;
    writer: MaintenanceWriter;
    tokens: { count(text: string): number };
  };
  close(): void;
}

export interface HeardOptions {
  readonly tag?: Tag;
  readonly voice?: string;
  readonly atMs?: number;
  readonly isParroted?: boolean;
  readonly imagePath?: string;
}

export function openMaintainedMemory(): MaintainedMemory {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-memory-'));
  const databasePath = join(folder, 'memory.sqlite');
  const connection = openMemoryDatabase({ path: databasePath });
  const { clock } = buildFakeEnvironment();
  const events = openEventStore(connection);
  const items = openWorkingMemoryStore(connection);
  const ambientPath = join(folder, 'ambient.md');
  const hear = (text: string, options: HeardOptions = {}) => {
    const { tag = 'say', voice = 'user', atMs = clock.now(), isParroted = false, imagePath } = options;
    const isShown = displayTags.some((one) => one === tag);
    const side = voice === 'companion' ? 'companion' : 'user';
    const spans = [{ tag, content: text, start: 0 }];
    const place = { atMs, storyAtMs: undefined, turn: events.countTurns() + 1, origin: undefined };
    return events.create({ side, voice, text, ...place, isShown, isParroted, imagePath, spans }).id;
  };
  return {
    folder,
    databasePath,
    ambientPath,
    connection,
    clock,
    hear,
    hold(content, options = {}) {
      const kind = options.kind ?? 'pin';
      const eventId = options.eventId ?? hear(content, { tag: kind === 'fact' ? 'say' : kind });
      const now = { createdAtMs: clock.now(), createdTurn: 1, refreshedAtMs: clock.now(), refreshedTurn: 1 };
      const item: NewItem = {
        content,
        subject: undefined,
        normalForm: content.toLowerCase(),
        status: 'active',
        dueAtMs: undefined,
        dueWords: undefined,
        isKept: false,
        ...now,
        ...options,
        kind,
        eventId,
      };
      return items.create(item, { because: 'a message', atMs: clock.now(), turn: 1, eventId }).id;
    },
    ground: (writer) => ({
      connection,
      clock,
      ambientPath,
      writer,
      tokens: { count: (text) => Math.ceil(text.length / 4) },
    }),
    close() {
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
