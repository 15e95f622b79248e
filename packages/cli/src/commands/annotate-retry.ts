// The retry command: reads skipped scenes again, each in the context of its own position.

import type { Command } from 'commander';
import type { RetryOptions } from '../actions/retry-skipped.ts';
import {
  addKeepGoingOption,
  addModelOptions,
  addToolsOption,
  addWorldOptions,
  parseCount,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRetryCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('retry')
    .description('read skipped scenes again, each with what was known at that point in the story')
    .argument('[scene...]', 'numbers of scenes, as status lists them (default: all)', collectScenes);
  addKeepGoingOption(command);
  addToolsOption(addModelOptions(addWorldOptions(command, 'one JSON event per line'))).action(
    async (scenes: readonly number[] | undefined, options: RetryOptions) => {
      const { retrySkipped } = await import('../actions/retry-skipped.ts');
      await retrySkipped(shell, scenes ?? [], options);
    },
  );
}

function collectScenes(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), parseCount(text)];
}
