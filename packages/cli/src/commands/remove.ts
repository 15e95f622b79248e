// The remove command: takes a story of which nothing was read out of a world.

import type { Command } from 'commander';
import { addWorldOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRemoveCommand(program: Command, shell: Shell): Command {
  const command = program
    .command('remove')
    .description(
      'take a story out of the world, if nothing of it was read yet. Its file is kept: a copy is moved to the folder removed/ of the world',
    )
    .argument('<story>', 'its title, or its name as status shows it');
  return addWorldOptions(command, 'one JSON value').action(async (story: string, options: WorldOptions) => {
    const { removeStory } = await import('../actions/remove-story.ts');
    removeStory(shell, story, options);
  });
}
