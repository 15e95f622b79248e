// The memory import command: brings chats of other programs into the memory.

import { chatFormats } from '@terrarium/memory/chat-formats';
import { type Command, Option } from 'commander';
import type { ImportOptions } from '../actions/import-chats.ts';
import { addWorldOptions, buildTrustOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryImportCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('import')
    .description('bring in talks: SillyTavern, exports of ChatGPT and Claude, JSON')
    .argument('<file...>', 'one or more files; each comes whole or not at all')
    .option('--as-user <name>', 'who in the files is you (default: as they say themselves)')
    .addOption(new Option('--format <format>', 'default: found out from the file').choices(chatFormats))
    .option('--dry-run', 'say what would come, and change nothing')
    .addOption(buildTrustOption());
  addWorldOptions(command, 'one JSON value, and one more for a failure,').action(
    async (files: readonly string[], options: ImportOptions) => {
      const { importChats } = await import('../actions/import-chats.ts');
      await importChats(shell, files, options);
    },
  );
}
