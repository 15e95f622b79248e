// The demo: reads a short serial of our own with no model and no network, and shows the result.

import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';

export function addDemoCommand(program: Command, shell: Shell): void {
  program
    .command('demo')
    .description(
      'read a short story that comes with Terrarium, with no model and no network, and show the glossary',
    )
    .summary('read a bundled short story, with no model')
    .option('--world <dir>', 'the folder it creates', './world-demo')
    .action(async (options: { readonly world: string }) => {
      const { showDemo } = await import('../actions/show-demo.ts');
      await showDemo(shell, options.world);
    });
}
