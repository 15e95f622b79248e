// The memory companion command: a character card becomes the companion.

import type { Command } from 'commander';
import type { CompanionOptions } from '../actions/import-card.ts';
import { addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryCompanionCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('companion')
    .description('make the character of a card the companion: its name, who it is, its first words')
    .argument('<card>', 'a character card (PNG or JSON, versions 1 to 3)')
    .option('--replace', 'take the place of a companion that is there; its page is kept, and every memory');
  addWorldOptions(command, 'what was taken as one JSON value').action(
    async (path: string, options: CompanionOptions) => {
      const { importCard } = await import('../actions/import-card.ts');
      await importCard(shell, path, options);
    },
  );
}
