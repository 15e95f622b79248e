// The play new command: session zero, step by step; what was settled is kept, and asked for no second time.

import type { Command } from 'commander';
import { addModelOptions, addWorldOptions, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import type { ZeroOptions } from '../zero/zero-options.ts';

export function addPlayNewCommand(play: Command, shell: Shell): void {
  const command = play
    .command('new')
    .description('session zero: system, wish, world and character, step by step; goes on where it was left')
    .option('--session <name>', 'what the game is called')
    .option('--system <id>', 'a system that comes along, or a manifest file')
    .option('--rulebook <file>', 'a rulebook as text or Markdown, from which a model extracts the system')
    .option('--concept <words>', 'what you want of the game')
    .option(
      '--scenario <id>',
      'a world that comes along, "glossary" of the story here, "drawn" from tables, "generated", or "card": the scene of the first --card, where none is named',
    )
    .option('--as-of <place>', 'a world out of the glossary knows nothing later (as with annotate search)')
    .option('--character <id>', 'a character of the system that comes along')
    .option('--set <path=value>', 'a value of the sheet; may be repeated', collect)
    .option(
      '--card <file>',
      'a character card (PNG or JSON) that becomes somebody in the world; may be repeated',
      collect,
    )
    .option('--lorebook <file>', 'a lorebook (JSON) whose entries become lore; may be repeated', collect)
    .option('--seed <text>', 'gives the dice of the whole game; another one each time where it is absent');
  addModelOptions(addWorldOptions(command, 'the session as one JSON value')).action(
    async (options: ZeroOptions) => {
      const { startNewGame } = await import('../actions/start-new-game.ts');
      await startNewGame(shell, options);
    },
  );
}
