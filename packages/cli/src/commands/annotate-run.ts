// Command `annotate run`: its options, read into what a run is given.

import type { Command } from 'commander';
import type { RunOptions } from '../actions/read-on.ts';
import { addModelOptions, addWorldOptions, buildCountOption, collect } from '../options.ts';
import type { Shell } from '../shell.ts';

export function addRunCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('run')
    .description('read on from where the last run stopped, scene by scene')
    .option('--corpus <name>', 'read only this corpus; may be repeated', collect)
    .option('--estimate', 'only say how much is left and how long it may take')
    .addOption(buildCountOption('--limit <scenes>', 'stop after so many scenes'))
    .addOption(buildCountOption('--from-snapshot <id>', 'read on from a bookmark, in a world of its own'))
    .option('--branch <dir>', 'the folder of that world (default: beside this one)');
  addModelOptions(addWorldOptions(command, 'one JSON event a line')).action(async (options: RunOptions) => {
    const { readOn } = await import('../actions/read-on.ts');
    await readOn(shell, options);
  });
}
