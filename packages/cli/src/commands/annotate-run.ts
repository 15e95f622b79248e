// The run command: reads the story from where the last run stopped, within the bounds that its options set.

import { type Command, Option } from 'commander';
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
    .description('read the story scene by scene, from where the last run stopped')
    .option('--corpus <name>', 'read only this story, if the world has several; may be repeated', collect)
    .option('--estimate', 'only say how much is left and how long it may take')
    .addOption(
      buildRenamedOption('--scenes <count>', '--limit', 'stop after this many scenes').argParser((text) =>
        parseCount(text),
      ),
    )
    .addOption(buildDurationOption('--for <time>', 'stop after this time, such as 8h, 90m or 1h30m'))
    .option('--until <place>', 'stop at this place: chapter:12, "before thread:3", post:4711, a title')
    .addOption(
      buildCountOption(
        '--max-tokens <tokens>',
        'stop after this many tokens, sent and received, cached ones included',
      ),
    )
    .addOption(buildCountOption('--from-snapshot <id>', 'continue from a bookmark, in a new world'))
    .addOption(
      new Option(
        '--from-start',
        'read the story from the beginning, in a new world: for a better model, or with --corpus without a story that should not be there',
      ).conflicts('estimate'),
    )
    .option('--branch <dir>', 'the folder of the new world (default: beside this one)');
  addKeepGoingOption(command);
  return addToolsOption(addModelOptions(addWorldOptions(command, 'one JSON event per line'))).action(
    async (options: RunOptions) => {
      const { readOn } = await import('../actions/read-on.ts');
      await readOn(shell, options);
    },
  );
}
