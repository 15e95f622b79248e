// The play command: goes on with a game in the terminal, or begins one at once.

import { UsageError } from '@terrarium/kernel/errors';
import { type Command, Option } from 'commander';
import type { ExportOptions } from '../actions/export-game-file.ts';
import type { PlayOptions } from '../actions/play-game.ts';
import type { ReplayOptions } from '../actions/show-games.ts';
import { findSlip } from '../shell/find-slip.ts';
import { addModelOptions, addWorldOptions, collect, type WorldOptions } from '../shell/options.ts';
import { refuseMisplacedOption } from '../shell/refuse-misplaced-option.ts';
import type { Shell } from '../shell/shell.ts';
import type { ZeroOptions } from '../zero/zero-options.ts';

export function addPlayCommands(program: Command, shell: Shell): void {
  const play = program
    .command('play')
    // Options of `play` that stand before the name of a subcommand belong to `play`, and are refused there.
    .enablePositionalOptions()
    .hook('preSubcommand', refuseMisplacedOption)
    .description('play a text RPG in the terminal; a new game begins at once where there is none')
    .summary('play a text RPG; a new game begins at once')
    .argument('[words...]', 'one turn (default: a game; lines from a pipe are turns too)')
    .option('--session <name>', 'which game of the world (default: the one played last)')
    .option('--system <id>', 'the system of a new game, or a manifest file (default: starter)')
    .option('--fast', 'one request for both the calls and the narrative, in place of two');
  addModelOptions(addWorldOptions(play, 'one JSON value an event'));
  play.action(async (words: readonly string[], options: PlayOptions) => {
    refuseMisspelt(play, words);
    const { playGame } = await import('../actions/play-game.ts');
    await playGame(shell, words.join(' ').trim(), options);
  });
  addPlayNewCommand(play, shell);
  addPlayFileCommands(play, shell);
}

/** A single word that is one slip away from the name of a command is hardly something a character does in a story. */
function refuseMisspelt(play: Command, words: readonly string[]): void {
  const [word = '', ...more] = words;
  const names = [...play.commands.map((command) => command.name()), 'help'];
  const near = more.length === 0 ? findSlip(word, names) : undefined;
  if (near === undefined) return;
  throw new UsageError({
    code: 'play.misspelt',
    happened: `There is no "play ${word}"; did you mean "play ${near}"?`,
    todo: 'If your character does this, say it in more than one word.',
  });
}

const sessionFlag = '--session <name>';

const sessionAbout = 'which game of the world (default: the one played last)';

function addPlayFileCommands(play: Command, shell: Shell): void {
  addWorldOptions(play.command('list').description('lists the games of a world'), 'the list').action(
    async (options: WorldOptions) => {
      const { listGames } = await import('../actions/show-games.ts');
      await listGames(shell, options);
    },
  );
  play
    .command('systems')
    .description(
      'lists the bundled systems; with a file, checks a manifest and says everything that is wrong with it',
    )
    .argument('[file]', 'a manifest')
    .option('--json', 'print one JSON value instead of text')
    .action(async (file: string | undefined, options: { readonly json?: boolean }) => {
      const { checkSystem, listSystems } = await import('../actions/show-games.ts');
      await (file === undefined
        ? listSystems(shell, options.json === true)
        : checkSystem(shell, file, options.json === true));
    });
  play
    .command('odds')
    .description('shows how likely each result of a roll is')
    .argument('<dice>', 'such as 4d6kh3 or 2d20kh1+5')
    .option('--json', 'print one JSON value instead of text')
    .action(async (dice: string, options: { readonly json?: boolean }) => {
      const { showOdds } = await import('../actions/show-games.ts');
      await showOdds(shell, dice, options.json === true);
    });
  const replay = play
    .command('replay')
    .description('plays a game again from its log and says whether every turn ends as it did')
    .option(sessionFlag, sessionAbout)
    .option(
      '--system <id>',
      'by another system, shipped or a file: shows the first turn at which it makes a difference',
    );
  addWorldOptions(replay, 'the result as one JSON value').action(async (options: ReplayOptions) => {
    const { replayGame } = await import('../actions/show-games.ts');
    await replayGame(shell, options);
  });
  const save = play
    .command('export')
    .description('writes a game as a story, as a SillyTavern chat, or as a text the annotator reads')
    .option(sessionFlag, sessionAbout)
    .addOption(
      new Option('--format <format>', 'the format')
        .choices(['story', 'sillytavern', 'corpus'])
        .default('story'),
    )
    .option('--out <path>', 'where to (default: exports/ of the world; - for standard output)')
    .option('--salvage', 'export the sound part of a damaged game, and list what is left out');
  addWorldOptions(save, 'where it went').action(async (options: ExportOptions) => {
    const { exportGameFile } = await import('../actions/export-game-file.ts');
    await exportGameFile(shell, options);
  });
}

function addPlayNewCommand(play: Command, shell: Shell): void {
  const command = play
    .command('new')
    .description('session zero: system, wish, world and character, step by step; goes on where it was left')
    .option('--session <name>', 'what the game is called')
    .option('--system <id>', 'a bundled system, or a manifest file')
    .option('--rulebook <file>', 'a rulebook as text or Markdown, from which a model extracts the system')
    .option('--concept <words>', 'what you want of the game')
    .option('--lines <words>', 'what must never be in the game')
    .option('--veils <words>', 'what stays out of sight in the game')
    .option(
      '--scenario <id>',
      'a bundled world, "glossary" (of the story here), "drawn" (from tables), "generated" (by a model), or "card" (the scene of the first --card, the default with a card)',
    )
    .option('--as-of <place>', 'a world made from the glossary knows nothing of what comes after this place')
    .option(
      '--character <id>',
      'a character that comes with the system, somebody of the story or of a card by name, or "proposed" (by a model, from a sentence)',
    )
    .option('--set <path=value>', 'a value of the sheet; may be repeated', collect)
    .option(
      '--card <file>',
      'a character card (PNG or JSON) that becomes somebody in the world; may be repeated',
      collect,
    )
    .option('--lorebook <file>', 'a lorebook (JSON) whose entries become lore; may be repeated', collect)
    .option('--seed <text>', 'seed of all dice of the game (default: a new one each time)');
  addModelOptions(addWorldOptions(command, 'the session as one JSON value')).action(
    async (options: ZeroOptions) => {
      const { startNewGame } = await import('../actions/start-new-game.ts');
      await startNewGame(shell, options);
    },
  );
}
