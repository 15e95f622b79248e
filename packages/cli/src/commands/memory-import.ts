// The memory import command: brings chats of other programs into the memory.

import { type ChatFormat, chatFormats } from '@terrarium/memory/choose-reader';
import type { ImportReport } from '@terrarium/memory/import-report';
import { type Command, Option } from 'commander';
import { makeMemoryWorld, tryMemoryWorld, withMemoryDatabase } from '../compose-memory.ts';
import { addWorldOptions, type WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';
import { renderChatReport } from '../views/render-chat-report.ts';

interface ImportOptions extends WorldOptions {
  readonly asUser?: string;
  readonly format?: ChatFormat;
  readonly dryRun?: boolean;
}

export function addMemoryImportCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('import')
    .description('bring in talks: SillyTavern, exports of ChatGPT and Claude, JSON lines')
    .argument('<file...>', 'one or more files; each comes whole or not at all')
    .option('--as-user <name>', 'who in the files is you (default: as they say themselves)')
    .addOption(new Option('--format <format>', 'default: found out from the file').choices(chatFormats))
    .option('--dry-run', 'say what would come, and change nothing');
  addWorldOptions(command, 'one JSON value').action(
    async (files: readonly string[], options: ImportOptions) => {
      await importChats(shell, files, options);
    },
  );
}

async function importChats(shell: Shell, files: readonly string[], options: ImportOptions): Promise<void> {
  const { importChat } = await import('@terrarium/memory/import-chat');
  const { printer, environment } = shell;
  const { asUser, format, dryRun: isDryRun, json } = options;
  const memory = await (isDryRun === true ? tryMemoryWorld : makeMemoryWorld)(shell, options);
  const { voices, timeZone, languages, decay: profile, untaggedReplies } = memory.settings;
  const reports: ImportReport[] = [];
  await withMemoryDatabase(shell, memory, (connection) => {
    for (const path of files) {
      const nowMs = environment.clock.now();
      const ingest = { languages, profile, untaggedReplies };
      reports.push(
        importChat(connection, { path, voices, timeZone, nowMs, asUser, format, isDryRun, ingest }),
      );
      const newest = reports.at(-1);
      const screen = { width: printer.width, dir: memory.world.dir, nowMs };
      if (json !== true && newest !== undefined) printer.say(...renderChatReport(newest, screen));
    }
  });
  if (json === true) printer.sayJson(reports);
}
