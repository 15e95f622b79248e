// The place command: shows or sets where in the story you are, so that whatever you look at shows nothing later.

import type { Command } from 'commander';
import { addWorldOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addPlaceCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('place')
    .description(
      'show or set how far you have read; nothing from later in the story is then shown by search, inspect, recap, ask, explicate, snapshots and status',
    )
    .argument(
      '[place...]',
      '6 or chapter:6, "before chapter:212", thread:3, post:4711, a title; "end" for the whole story',
    );
  return addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: WorldOptions) => {
      const { setOrShowPlace } = await import('../actions/set-or-show-place.ts');
      await setOrShowPlace(shell, words.join(' ').trim(), options);
    },
  );
}
