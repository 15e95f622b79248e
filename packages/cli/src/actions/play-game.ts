// Plays a game in the terminal: continues a game, or begins a new one at once.

import { withTable } from '@terrarium/composition/open-table';
import { requireChoice } from '@terrarium/composition/plan-turn';
import { parsePlayLine } from '@terrarium/composition/play-line';
import { renderCommand } from '@terrarium/composition/render-command';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { describeCutOff } from '../play/describe-left.ts';
import type { TableContext } from '../play/play-context.ts';
import { renderOpening } from '../play/render-opening.ts';
import { renderStatus } from '../play/render-status.ts';
import { renderTold } from '../play/render-told.ts';
import { runPlayCommand } from '../play/run-play-command.ts';
import { runTurn } from '../play/run-turn.ts';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { openStop, type Stop } from '../talk/open-stop.ts';
import { readTalk } from '../talk/read-talk.ts';

export interface PlayOptions extends WorldOptions, ModelOptions {
  readonly session?: string;
  readonly system?: string;
  readonly fast?: boolean;
}

export async function playGame(shell: Shell, words: string, options: PlayOptions): Promise<void> {
  const { world, session, system, fast, json } = options;
  shell.tellsEvents = true;
  const request = { world, session, system, isFast: fast, flags: buildFlags(options) };
  await withTable(shell, request, async (table) => {
    const context: TableContext = { ...table, shell, isJson: json === true, hasPrompt: false };
    const stop = openStop();
    try {
      if (words === '') await playOn(context, stop, options);
      else await playOnce(context, words, stop.start());
    } finally {
      stop.close();
    }
  });
}

async function playOnce(context: TableContext, words: string, signal: AbortSignal): Promise<void> {
  try {
    if (isBegun(context, words)) context.shell.printer.writeLines(...renderOpening(context));
    await handleLine(context, words, signal);
  } catch (error) {
    throw explainLeft(context, error);
  }
}

/** Whether the opening has to be shown before this line, because the line plays the first turn. */
function isBegun({ game: { head }, isJson }: TableContext, words: string): boolean {
  return !isJson && head.number === 0 && parsePlayLine(words, head.suggestions.length > 0).kind !== 'command';
}

async function playOn(given: TableContext, stop: Stop, options: PlayOptions): Promise<void> {
  const { shell, game } = given;
  const hasPrompt = shell.printer.isTerminal && shell.input.isTTY === true && !given.isJson;
  const context: TableContext = { ...given, hasPrompt };
  const seen: Seen = { head: game.head.id };
  await readTalk({
    shell,
    stop,
    isJson: context.isJson,
    greeting: renderOpening(context),
    renderPrompt: () =>
      ['', ...renderStatus(game, shell.printer.width).map((line) => paint(line, 'cyan')), '> '].join('\n'),
    handleLine: (line, signal) => {
      if (hasMoved(context, seen, line)) return Promise.resolve(true);
      // At a terminal, the greeting has already shown the opening.
      if (!hasPrompt && isBegun(context, line)) shell.printer.writeLines(...renderOpening(context));
      return handleLine(context, line, signal);
    },
    onTurn: () => {
      seen.head = game.head.id;
    },
    onFailure: (error) => reportFailure(context, error),
  });
  if (hasPrompt)
    shell.printer.writeLines('', ...wrapText(renderLeave(context, options), { width: shell.printer.width }));
}

function renderLeave({ game }: TableContext, { world, session }: PlayOptions): string {
  const command = renderCommand('play', world, session === undefined ? [] : ['--session', session]);
  return `Turn ${game.head.number} is kept. "${command}" goes on from here.`;
}

/** The turn whose choices this screen shows. */
interface Seen {
  head: number;
}

/**
 * A number means a choice that was shown here. If the game has gone on elsewhere since then, the number plays nothing,
 * and the present state of the game is shown.
 */
function hasMoved({ game, shell, hasPrompt }: TableContext, { head }: Seen, line: string): boolean {
  const typed = parsePlayLine(line, true);
  if (!hasPrompt || typed.kind !== 'choice' || head === game.head.id) return false;
  shell.printer.writeLines(
    `${paint('!', 'yellow')} The game went on in another window or terminal. This is where it stands now:`,
    ...renderTold(game, shell.printer.width),
  );
  return true;
}

async function handleLine(context: TableContext, line: string, signal: AbortSignal): Promise<boolean> {
  const { suggestions } = context.game.head;
  const typed = parsePlayLine(line, suggestions.length > 0);
  if (typed.kind === 'command') return await runPlayCommand(context, typed, signal);
  await runTurn(
    context,
    typed.kind === 'choice' ? requireChoice(suggestions, typed.number) : typed.words,
    signal,
  );
  return true;
}

/**
 * A failure is shown, and the player can type the same words again. Only a problem with a disk, a file or another
 * process, or a fault of our own, ends the game.
 */
function reportFailure(context: TableContext, problem: unknown): void {
  const error = explainLeft(context, problem);
  if (!(error instanceof TerrariumError) || error.exitCode === 5 || error.exitCode === 70) throw error;
  const { code, happened, todo, exitCode } = error;
  const { printer } = context.shell;
  if (!context.hasPrompt) context.shell.exitCode = exitCode;
  if (context.isJson) printer.writeJson('failure', { kind: 'error', code, happened, todo, exitCode });
  else if (context.hasPrompt) printer.writeLines(...renderRefused(error, printer.width));
  else printer.warn(...renderFailure(error));
}

function renderRefused({ happened, todo }: TerrariumError, width: number): readonly string[] {
  return wrapText(`${paint('!', 'yellow')} ${happened} ${paint(todo, 'dim')}`, {
    width,
    indent: '  ',
    first: '',
  });
}

/** If an unfinished turn is in the way, the error also says how to go on. */
function explainLeft({ game }: TableContext, error: unknown): unknown {
  if (!(error instanceof UsageError) || error.code !== 'session.draft-left') return error;
  return new UsageError({
    code: error.code,
    happened: describeCutOff(game.findLeftDraft() ?? { words: '', retold: undefined }),
    todo: '/resume continues it, /drop gives it up.',
  });
}
