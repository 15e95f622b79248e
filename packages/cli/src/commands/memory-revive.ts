// The memory revive command: what faded, was let go or was replaced comes back into mind.

import type { Command } from 'commander';
import type { WorldOptions } from '../shell/options.ts';
import { addWorldOptions, parseCount } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryReviveCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('revive')
    .description('bring back into mind what faded, was let go or was replaced')
    .argument('<item>', 'its number, as search and recap show it', (text) => parseCount(text));
  addWorldOptions(command, 'one JSON value').action(async (item: number, options: WorldOptions) => {
    const { reviveItem } = await import('../actions/revive-item.ts');
    await reviveItem(shell, item, options);
  });
}
