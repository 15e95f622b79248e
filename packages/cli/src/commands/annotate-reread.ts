// The reread command: reads again what changed in the part of a story that was already read.

import type { Command } from 'commander';
import type { RereadOptions } from '../actions/retry-changed.ts';
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
      'read again, each in the context of its own place, what was inserted or edited in a story after it was read, and scenes whose prompt the server cut',
    )
    .addOption(
      buildCountOption('--thread <number>', 'read this thread again too, even if it has not changed'),
    )
    .option('--corpus <name>', 'only this corpus; may be repeated', collect)
    .option('--estimate', 'only say what would be read again');
  addToolsOption(addModelOptions(addWorldOptions(command, 'one JSON event a line'))).action(
    async (options: RereadOptions) => {
      const { retryChanged } = await import('../actions/retry-changed.ts');
      await retryChanged(shell, options);
    },
  );
}
