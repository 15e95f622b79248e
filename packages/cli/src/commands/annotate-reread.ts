// The reread command: reads changed parts of a story again, or chosen scenes a second time.

import type { Command } from 'commander';
import type { SecondReadingOptions } from '../actions/read-second.ts';
import {
  addModelOptions,
  addToolsOption,
  addWorldOptions,
  buildCountOption,
  collect,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRereadCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('reread')
    .description(
      'read scenes again, each with what was known at that point in the story. With a place, read the scenes there and show what would change. Without a place, read what was added or edited after the story was read, and scenes whose prompt the server cut off',
    )
    .argument(
      '[place...]',
      'one place, or the first and the last: thread:3, chapter:12, post:4711, scene:20, a title',
    )
    .addOption(
      buildCountOption('--thread <number>', 'also read this thread again, even if it has not changed'),
    )
    .option('--corpus <name>', 'only this story, if the world has several; may be repeated', collect)
    .option('--estimate', 'only say what would be read again')
    .option('--yes', 'apply what a second reading proposes, without asking');
  addToolsOption(addModelOptions(addWorldOptions(command, 'one JSON event per line'))).action(
    async (places: readonly string[], options: SecondReadingOptions) => {
      if (places.length === 0 && options.yes !== true) {
        const { retryChanged } = await import('../actions/retry-changed.ts');
        await retryChanged(shell, options);
        return;
      }
      const { readSecond } = await import('../actions/read-second.ts');
      await readSecond(shell, places, options);
    },
  );
}
