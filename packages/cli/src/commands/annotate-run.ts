// Command `annotate run`: its options, read into what a run is given.

import type { Command } from 'commander';
import type { RunOptions } from '../actions/read-on.ts';
import {
  addKeepGoingOption,
  addModelOptions,
  addToolsOption,
  addWorldOptions,
  buildCountOption,
  buildDurationOption,
  buildRenamedOption,
  collect,
  parseCount,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRunCommand(parent: Command, shell: Shell, name: 'read' | 'run'): Command {
  const command = parent
    .command(name)
    .description('read on from where the last run stopped, scene by scene')
    .option('--corpus <name>', 'read only this corpus; may be repeated', collect)
    .option('--estimate', 'only say how much is left and how long it may take')
    .addOption(
      buildRenamedOption('--scenes <count>', '--limit', 'stop after this many scenes').argParser((text) =>
        parseCount(text),
      ),
    )
    .addOption(
      buildDurationOption('--for <time>', 'send no request after this time, such as 8h, 90m or 1h30m'),
    )
    .option('--until <place>', 'read up to there and stop: chapter:12, "before thread:3", post:4711, a title')
    .addOption(
      buildCountOption(
        '--max-tokens <tokens>',
        'send no request after this many tokens in and out, cached ones included',
      ),
    )
    .addOption(buildCountOption('--from-snapshot <id>', 'read on from a bookmark, in a world of its own'))
    .option('--branch <dir>', 'the folder of that world (default: beside this one)');
  addKeepGoingOption(command);
  return addToolsOption(addModelOptions(addWorldOptions(command, 'one JSON event a line'))).action(
    async (options: RunOptions) => {
      const { readOn } = await import('../actions/read-on.ts');
      await readOn(shell, options);
    },
  );
}
