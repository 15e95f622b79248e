// The memory export command: writes the memory to a file, without its secrets unless they are asked for.

import { memoryExportFormats } from '@terrarium/memory/memory-export-formats';
import { type Command, Option } from 'commander';
import type { ExportOptions } from '../actions/export-memory-file.ts';
import { addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryExportCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('export')
    .description('write everything that was said and is held in mind to a file')
    .addOption(
      new Option(
        '--format <format>',
        'jsonl holds everything, markdown is for people, sillytavern is the talk (default: by the ending of the file, else jsonl)',
      ).choices(memoryExportFormats),
    )
    .option('--out <path>', 'where to (default: exports/ of the world; - for standard output)')
    .option('--with-secrets', 'with what the companion keeps secret')
    .option('--salvage', 'of a damaged memory: write what is sound, and list what is left out');
  addWorldOptions(command, 'where it went as one JSON value').action(async (options: ExportOptions) => {
    const { exportMemoryFile } = await import('../actions/export-memory-file.ts');
    await exportMemoryFile(shell, options);
  });
}
