// The play command: a game in the terminal, gone on with where it stands or begun at once.

import { TerrariumError } from '@terrarium/kernel/errors';
import type { Command } from 'commander';
import { withGame } from '../compose-play.ts';
import { renderFailure } from '../explain-error.ts';
import {
  addModelOptions,
  addWorldOptions,
  buildFlags,
  type ModelOptions,
  type WorldOptions,
} from '../options.ts';
import type { PlayDesk } from '../play/play-desk.ts';
import { parsePlayLine } from '../play/play-line.ts';
import { renderOpening } from '../play/render-opening.ts';
import { renderStatus } from '../play/render-status.ts';
import { runPlayCommand } from '../play/run-play-command.ts';
import { takeTurn } from '../play/take-turn.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';
import { openStop } from '../talk/open-stop.ts';
import { readTalk } from '../talk/read-talk.ts';
import { addPlayFileCommands } from './play-files.ts';
import { addPlayNewCommand } from './play-new.ts';

interface PlayOptions extends WorldOptions, ModelOptions {
  readonly session?: string;
  readonly system?: string;
  readonly fast?: boolean;
}

export function addPlayCommands(program: Command, shell: Shell): void {
  const play = program
    .command('play')
    // Its own options stand before the name of a command below it.
    .enablePositionalOptions()
    .description('play a text RPG in the terminal; a new game begins at once where there is none')
    .argument('[words...]', 'one turn (default: a game; lines from a pipe are turns too)')
    .option('--session <name>', 'which game of the world (default: the one played last)')
    .option('--system <id>', 'the system of a game that begins, or a manifest file (default: starter)')
    .option('--fast', 'one request decides and tells, in place of two');
  addModelOptions(addWorldOptions(play, 'one JSON value an event'));
  play.action(async (words: readonly string[], options: PlayOptions) => {
    await playGame(shell, words.join(' ').trim(), options);
  });
  addPlayNewCommand(play, shell);
  addPlayFileCommands(play, shell);
}

async function playGame(shell: Shell, words: string, options: PlayOptions): Promise<void> {
  const { world, session, system, fast, json } = options;
  const wish = { world, session, system, isFast: fast, isJson: json === true, flags: buildFlags(options) };
  await withGame(shell, wish, async (desk) => {
    const stop = openStop();
    try {
      if (words === '') await playOn(desk, stop);
      else await playOnce(desk, words, stop.begin());
    } finally {
      stop.close();
    }
  });
}

async function playOnce(desk: PlayDesk, words: string, signal: AbortSignal): Promise<void> {
  await takeLine(desk, words, signal);
}

async function playOn(desk: PlayDesk, stop: ReturnType<typeof openStop>): Promise<void> {
  const { shell, game } = desk;
  await readTalk({
    shell,
    stop,
    isJson: desk.isJson,
    greeting: renderOpening(desk),
    prompt: () => `\n${renderPrompt(desk)}\n> `,
    take: (line, signal) => takeLine(desk, line, signal),
    onFailure: (error, signal) => sayFailure(desk, error, signal),
  });
  if (shell.printer.isTerminal && !desk.isJson)
    shell.printer.say('', `Turn ${game.head.number} is kept. "terrarium play" goes on from here.`);
}

function renderPrompt({ game, shell }: PlayDesk): string {
  return renderStatus(game, shell.printer.width);
}

async function takeLine(desk: PlayDesk, line: string, signal: AbortSignal): Promise<boolean> {
  const { suggestions } = desk.game.head;
  const typed = parsePlayLine(line, suggestions.length);
  if (typed.kind === 'command') return await runPlayCommand(desk, typed, signal);
  const words = typed.kind === 'choice' ? (suggestions[typed.number - 1] ?? '') : typed.words;
  await takeTurn(desk, words, signal);
  return true;
}

/** A server that fails ends no game: what was said is kept, and can be answered later. */
function sayFailure(desk: PlayDesk, error: unknown, signal: AbortSignal): void {
  const { printer } = desk.shell;
  if (signal.aborted && error === signal.reason) {
    if (desk.isJson) printer.sayJson({ kind: 'stopped' });
    else printer.say(paint('(Stopped. What you said is kept: /resume goes on, /drop gives it up.)', 'dim'));
    return;
  }
  if (!(error instanceof TerrariumError) || error.exitCode === 5 || error.exitCode === 70) throw error;
  const { code, happened, todo, exitCode } = error;
  desk.shell.exitCode = exitCode;
  if (desk.isJson) printer.sayJson({ kind: 'error', code, happened, todo, exitCode });
  else printer.warn(...renderFailure(error));
}
