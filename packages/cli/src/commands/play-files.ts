// The play commands beside the table: games, systems, odds, replay, export.

import { type Command, Option } from 'commander';
import type { ExportOptions } from '../actions/export-game-file.ts';
import type { ReplayOptions } from '../actions/show-games.ts';
import { addWorldOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const sessionFlag = '--session <name>';

const sessionAbout = 'which game of the world (default: the one played last)';

export function addPlayFileCommands(play: Command, shell: Shell): void {
  addWorldOptions(play.command('list').description('the games of a world'), 'the list').action(
    async (options: WorldOptions) => {
      const { listGames } = await import('../actions/show-games.ts');
      await listGames(shell, options);
    },
  );
  play
    .command('systems')
    .description(
      'the systems that come along; with a file, checks a manifest and says everything that is wrong with it',
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
    .description('how likely each result of a roll is')
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
  addWorldOptions(replay, 'what came of it').action(async (options: ReplayOptions) => {
    const { replayGame } = await import('../actions/show-games.ts');
    await replayGame(shell, options);
  });
  const save = play
    .command('export')
    .description('writes a game as a story, as a SillyTavern chat, or as a text the annotator reads')
    .option(sessionFlag, sessionAbout)
    .addOption(
      new Option('--format <format>', 'what it is written as')
        .choices(['story', 'sillytavern', 'corpus'])
        .default('story'),
    )
    .option('--out <path>', 'where to (default: exports/ of the world; - for standard output)')
    .option('--salvage', 'of a damaged game: write what is sound, and list what is left out');
  addWorldOptions(save, 'where it went').action(async (options: ExportOptions) => {
    const { exportGameFile } = await import('../actions/export-game-file.ts');
    await exportGameFile(shell, options);
  });
}
