// The rename command: gives a world, or one of its stories, another title.

import type { Command } from 'commander';
import type { RenameOptions } from '../actions/rename-world.ts';
import { addCorpusOption, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRenameCommand(program: Command, shell: Shell): Command {
  const command = program
    .command('rename')
    .description(
      'give the world another title, or with --corpus one of its stories. A world named after its only story names that story too',
    )
    .argument('<title...>', 'the new title');
  addCorpusOption(command, 'the story that gets the title, by the name that status shows');
  return addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: RenameOptions) => {
      const { renameWorld } = await import('../actions/rename-world.ts');
      renameWorld(shell, words.join(' '), options);
    },
  );
}
