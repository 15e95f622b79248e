// The play command: continues a game in the terminal, or begins one at once.

import { UsageError } from '@terrarium/kernel/errors';
import { type Command, Option } from 'commander';
import type { ExportOptions } from '../actions/export-game-file.ts';
import type { PlayOptions } from '../actions/play-game.ts';
import type { CheckSystemOptions, ListOptions, ReplayOptions } from '../actions/show-games.ts';
import { findSlip } from '../shell/find-slip.ts';
import { addModelOptions, addWorldOptions, collect } from '../shell/options.ts';
import { refuseMisplacedOption } from '../shell/refuse-misplaced-option.ts';
import type { Shell } from '../shell/shell.ts';
import type { ZeroOptions } from '../zero/zero-options.ts';

export function addPlayCommands(program: Command, shell: Shell, isFilled: boolean): void {
  const play = program
    .command('play')
    // Options before the name of a subcommand belong to `play`, which refuses them together with a
    // subcommand.
    .enablePositionalOptions()
    .hook('preSubcommand', refuseMisplacedOption)
    .description('play a text RPG in the terminal; if there is no game, one starts at once')
    .summary('play a text RPG; a game starts at once')
    .argument(
      '[words...]',
      'the words of one turn (default: continue at the terminal; each line from a pipe is a turn)',
    )
    .option('--session <name>', 'which game of the world (default: the one played last)')
    .option('--system <id>', 'the rule system of a new game, or a file with one (default: starter)')
    .option('--fast', 'one request a turn instead of two');
  addModelOptions(addWorldOptions(play, 'one JSON value per event'));
  play.action(async (words: readonly string[], options: PlayOptions) => {
    refuseMisspelt(play, words);
    const { playGame } = await import('../actions/play-game.ts');
    await playGame(shell, words.join(' ').trim(), options);
  });
  if (!isFilled) return;
  addPlayNewCommand(play, shell);
  addPlayFileCommands(play, shell);
}

/**
 * A single word that is one slip away from the name of a command is hardly something a character does in a story. A
 * word with a slash, such as "/help", is a command of the game and is not refused.
 */
function refuseMisspelt(play: Command, words: readonly string[]): void {
  const [word = '', ...more] = words;
  const names = [...play.commands.map((command) => command.name()), 'help'];
  const near = more.length === 0 && !word.startsWith('/') ? findSlip(word, names) : undefined;
  if (near === undefined) return;
  throw new UsageError({
    code: 'play.misspelt',
    happened: `There is no "play ${word}"; did you mean "play ${near}"?`,
    todo: "If these are your character's words or deeds, write more than one word.",
  });
}

const sessionFlag = '--session <name>';

const sessionAbout = 'which game of the world (default: the one played last)';

function addPlayFileCommands(play: Command, shell: Shell): void {
  const list = play
    .command('list')
    .description('list the games of a world')
    .option(
      '--set-aside <name>',
      'keep this game, but out of the way: "play" no longer goes on with it by itself',
    )
    .option('--bring-back <name>', 'put a game that was set aside among the others again');
  addWorldOptions(list, 'the list').action(async (options: ListOptions) => {
    const { listGames } = await import('../actions/show-games.ts');
    await listGames(shell, options);
  });
  play
    .command('systems')
    .description('list the bundled rule systems; with a file, check a system and show every mistake')
    .argument('[file]', 'a file with a system')
    .option(
      '--take <number>',
      'if the rulebook contradicts itself: in the contradiction with this number, use the other of the two rules',
    )
    .option('--json', 'print one JSON value instead of text')
    .action(async (file: string | undefined, options: CheckSystemOptions) => {
      const { checkSystem, listSystems } = await import('../actions/show-games.ts');
      await (file === undefined
        ? listSystems(shell, options.json === true)
        : checkSystem(shell, file, options));
    });
  play
    .command('odds')
    .description('show how likely each result of a roll is')
    .argument('<dice>', 'such as 4d6kh3 or 2d20kh1+5')
    .option('--json', 'print one JSON value instead of text')
    .action(async (dice: string, options: { readonly json?: boolean }) => {
      const { showOdds } = await import('../actions/show-odds.ts');
      showOdds(shell, dice, options.json === true);
    });
  const replay = play
    .command('replay')
    .description('play a game again from its log and compare every turn')
    .option(sessionFlag, sessionAbout)
    .option(
      '--system <id>',
      'play it by the rules of this system instead (bundled, or from a file), and show the first turn that would differ',
    );
  addWorldOptions(replay, 'the result as one JSON value').action(async (options: ReplayOptions) => {
    const { replayGame } = await import('../actions/show-games.ts');
    await replayGame(shell, options);
  });
  const save = play
    .command('export')
    .description(
      'write a game to a file: as a story, as a SillyTavern chat, or as a corpus that can be imported and read',
    )
    .option(sessionFlag, sessionAbout)
    .addOption(
      new Option('--format <format>', 'the format')
        .choices(['story', 'sillytavern', 'corpus'])
        .default('story'),
    )
    .option(
      '--out <path>',
      'where to write it (default: the exports/ folder of the world; - for standard output)',
    )
    .option('--salvage', 'export the undamaged part of a damaged game, and list what is left out');
  addWorldOptions(save, 'one JSON value with the path of the file').action(async (options: ExportOptions) => {
    const { exportGameFile } = await import('../actions/export-game-file.ts');
    await exportGameFile(shell, options);
  });
}

function addPlayNewCommand(play: Command, shell: Shell): void {
  const command = play
    .command('new')
    .description(
      'set up a game step by step: rules, wishes, world, character; if you stop, it continues there next time',
    )
    .option('--session <name>', 'a name for the game')
    .option('--system <id>', 'a bundled rule system, or a file with one')
    .option('--rulebook <file>', 'a rulebook as text or Markdown; a model makes a rule system from it')
    .option('--concept <words>', 'what the game should be like')
    .option('--lines <words>', 'what must never happen in the game')
    .option('--veils <words>', 'what may happen but is not shown')
    .option(
      '--scenario <id>',
      'a bundled world, "glossary" (the world of your story), "drawn" (from random tables), "generated" (by a model), or "card" (the scene of the first --card; this is the default if --card is given)',
    )
    .option('--as-of <place>', 'for "glossary": what comes after this place is not used')
    .option(
      '--character <id>',
      'a character that comes with the rules, the name of someone from the story or a card, or "proposed" (a model writes one from a sentence)',
    )
    .option('--set <path=value>', 'set a value of the sheet; may be repeated', collect)
    .option(
      '--card <file>',
      'a character card (PNG or JSON) that becomes a person of the world; may be repeated',
      collect,
    )
    .option('--greeting <number>', 'with which of its first messages the first --card begins (default: 1)')
    .option('--lorebook <file>', 'a lorebook (JSON) whose entries become lore; may be repeated', collect)
    .option('--seed <text>', 'seed for all dice of the game (default: random)');
  addModelOptions(addWorldOptions(command, 'the session as one JSON value')).action(
    async (options: ZeroOptions) => {
      const { startNewGame } = await import('../actions/start-new-game.ts');
      await startNewGame(shell, options);
    },
  );
}
