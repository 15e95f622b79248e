// Chat room: a memory in a temporary folder and files to import into it, for tests of import and export.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { exportMemory } from '../../src/export/export-memory.ts';
import type { MemoryExportFormat } from '../../src/export/memory-export-formats.ts';
import { type ImportRequest, importChat } from '../../src/intake/import-chat.ts';
import { exampleVoices, type Voices } from '../../src/tags/voices.ts';

export interface ChatRoom {
  readonly connection: Connection;
  readonly voices: Voices;
  write(name: string, content: string | readonly unknown[]): string;
  take(path: string, more?: Partial<ImportRequest>): ReturnType<typeof importChat>;
  pour(format: MemoryExportFormat, withSecrets?: boolean): string;
  readEvents(): readonly Record<string, unknown>[];
  close(): void;
}

/** Files given as lists are written as JSON lines. */
export function openChatRoom(voices: Voices = exampleVoices): ChatRoom {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-chat-'));
  const connection = openMemoryDatabase({ path: join(folder, 'memory.sqlite') });
  return {
    connection,
    voices,
    write: (name, content) => {
      const path = join(folder, name);
      const text =
        typeof content === 'string' ? content : content.map((one) => JSON.stringify(one)).join('\n');
      writeFileSync(path, text);
      return path;
    },
    take: (path, more = {}) => importChat(connection, { path, voices, timeZone: 'UTC', nowMs: 0, ...more }),
    pour: (format, withSecrets = false) =>
      [...exportMemory(connection, { format, withSecrets, voices, timeZone: 'UTC' })].join(''),
    readEvents: () =>
      connection
        .prepare<[], Record<string, unknown>>('SELECT * FROM event ORDER BY at_ms, id')
        .all()
        .map(({ id: _id, ...rest }) => rest),
    close: () => {
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
