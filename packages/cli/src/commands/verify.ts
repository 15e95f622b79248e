// The verify command: checks all of a world, file by file.

import type { Command } from 'commander';
import type { VerifyOptions } from '../actions/verify-all.ts';
import { addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addVerifyAllCommand(program: Command, shell: Shell): void {
  const command = program
    .command('verify')
    .description('check stories, glossary, memory and games of a world; change nothing')
    .summary('check everything in a world')
    .option('--forget-gone', 'accept that a database is gone, so that a new one can be created');
  addWorldOptions(command, 'one JSON value').action(async (options: VerifyOptions) => {
    const { verifyAll } = await import('../actions/verify-all.ts');
    await verifyAll(shell, options);
  });
}
