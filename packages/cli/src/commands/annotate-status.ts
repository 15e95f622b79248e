// The status command: says how far the reading of a world has come, from the records of its runs.

import type { Command } from 'commander';
import type { StatusOptions } from '../actions/report-status.ts';
import { addAsOfOption, addCorpusOption, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addStatusCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('status')
    .description('show how far the story has been read, and every skipped scene');
  return addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value')))
    .option('--watch', 'repeat until Ctrl-C')
    .action(async (options: StatusOptions) => {
      const { reportStatus } = await import('../actions/report-status.ts');
      await reportStatus(shell, options);
    });
}
