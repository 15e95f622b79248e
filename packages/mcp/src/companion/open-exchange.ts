// Lets an MCP client import chats and export the memory, only in the world's own folders and never at a path of its choice.
// The code that reads and writes them is loaded only when it is used, because otherwise every start would wait
// for it.

import { basename, join } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import type { MemoryWorld } from '@terrarium/composition/memory-world';
import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { withTemporaryCopy } from '@terrarium/kernel/temporary-copy';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';
import { memoryExportEndings } from '@terrarium/memory/memory-export-formats';
import { type MemoryDatabaseOptions, openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import type { Companion } from './companion.ts';

export function openExchange(
  { world, paths, settings, configured }: MemoryWorld,
  clock: Pick<Clock, 'now'>,
): Pick<Companion, 'importsDir' | 'listImports' | 'importTalk' | 'exportMemory'> {
  const { database } = paths;
  const { durability } = configured.settings;
  const { voices, timeZone, languages, decay: profile, untaggedReplies } = settings;
  const importsDir = join(world.dir, 'imports');
  const folder = openWorldFolder(world.dir);
  const listImports = () => listFiles(folder, importsDir);
  return {
    importsDir,
    listImports,
    async importTalk({ file, ...wish }) {
      if (!listImports().includes(file)) throw refuseFile(file, importsDir);
      const { importChat } = await import('@terrarium/memory/import-chat');
      const ingest = { languages, profile, untaggedReplies };
      const request = { ...wish, voices, timeZone, ingest, nowMs: clock.now() };
      const path = join(importsDir, file);
      const report = withTemporaryCopy(folder, path, (copy) =>
        withDatabase({ path: database, durability }, (connection) =>
          importChat(connection, { ...request, path: copy }),
        ),
      );
      if (report === undefined) throw refuseFile(file, importsDir);
      return { ...report, path };
    },
    async exportMemory(format) {
      const { exportMemory, listToldSecrets } = await import('@terrarium/memory/export-memory');
      const path = join(world.exportsDir, `${basename(world.dir)}${memoryExportEndings[format]}`);
      const request = { format, voices, timeZone, withSecrets: false };
      return withDatabase({ path: database, durability }, (connection) => {
        const toldIn = listToldSecrets(connection);
        return { path, bytes: writeFile(path, exportMemory(connection, request), world.dir), toldIn };
      });
    },
  };
}

/** Opens a connection of its own, so that the open memory can be used meanwhile. */
function withDatabase<Result>(
  options: MemoryDatabaseOptions,
  work: (connection: Connection) => Result,
): Result {
  const connection = openMemoryDatabase(options);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** Lists only regular files: a link may lead to a file that the person did not put into the world's folder. */
function listFiles(folder: WorldFolder, path: string): readonly string[] {
  return folder
    .list(path)
    .filter(({ name, isFile }) => isFile && !name.startsWith('.'))
    .map(({ name }) => name);
}

function refuseFile(file: string, folder: string): UsageError {
  return new UsageError({
    code: 'mcp.no-such-import',
    happened: `There is no file "${file}" in the folder for imports.`,
    todo: `Take one of the names that the tool \`import\` lists when it is called without a file; the person puts files into ${folder}.`,
  });
}
