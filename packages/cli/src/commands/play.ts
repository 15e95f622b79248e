// The play command: a game in the terminal, gone on with where it stands or begun at once.

import { UsageError } from '@terrarium/kernel/errors';
import type { Command } from 'commander';
import type { PlayOptions } from '../actions/play-game.ts';
import { findSlip } from '../shell/find-slip.ts';
import { addModelOptions, addWorldOptions } from '../shell/options.ts';
import { refuseMisplacedOption } from '../shell/refuse-misplaced-option.ts';
import type { Shell } from '../shell/shell.ts';
import { addPlayFileCommands } from './play-files.ts';
import { addPlayNewCommand } from './play-new.ts';

export function addPlayCommands(program: Command, shell: Shell): void {
  const play = program
    .command('play')
    // Its own options would stand before the name of a command below it, and are refused there.
    .enablePositionalOptions()
    .hook('preSubcommand', refuseMisplacedOption)
    .description('play a text RPG in the terminal; a new game begins at once where there is none')
    .argument('[words...]', 'one turn (default: a game; lines from a pipe are turns too)')
    .option('--session <name>', 'which game of the world (default: the one played last)')
    .option('--system <id>', 'the system of a game that begins, or a manifest file (default: starter)')
    .option('--fast', 'one request decides and tells, in place of two');
  addModelOptions(addWorldOptions(play, 'one JSON value an event'));
  play.action(async (words: readonly string[], options: PlayOptions) => {
    refuseMisspelt(play, words);
    const { playGame } = await import('../actions/play-game.ts');
    await playGame(shell, words.join(' ').trim(), options);
  });
  addPlayNewCommand(play, shell);
  addPlayFileCommands(play, shell);
}

/** One word that is the name of a command but for a slip is hardly what somebody does in a story. */
function refuseMisspelt(play: Command, words: readonly string[]): void {
  const [word = '', ...more] = words;
  const names = [...play.commands.map((command) => command.name()), 'help'];
  const near = more.length === 0 ? findSlip(word, names) : undefined;
  if (near === undefined) return;
  throw new UsageError({
    code: 'play.misspelt',
    happened: `There is no "play ${word}"; did you mean "play ${near}"?`,
    todo: 'Where it is what your character does, say it in more than a word.',
  });
}
