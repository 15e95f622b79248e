// The verify command: proves every invariant of a world again, from what is stored.

import type { Command } from 'commander';
import { addWorldOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addVerifyCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('verify')
    .description(
      'check that each quote is in its post, and that revisions, journal and scenes are consistent',
    );
  addWorldOptions(command, 'one JSON value').action(async (options: WorldOptions) => {
    const { verifyWorld } = await import('../actions/verify-world.ts');
    await verifyWorld(shell, options);
  });
}
