// Begins a new game with session zero, step by step; answers are kept, so that no question is asked twice.

import { createInterface } from 'node:readline';
import { chooseAskedModel } from '@terrarium/composition/choose-model';
import { preparePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { ZeroStep } from '@terrarium/rpg/settled-zero';
import { buildAsker } from '../play/ask.ts';
import { renderTold } from '../play/render-told.ts';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { buildFlags } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { completeStep } from '../zero/complete-step.ts';
import { refuseUnknownWorld } from '../zero/complete-world.ts';
import { readFiles, renderFiles } from '../zero/join-files.ts';
import { renderZero } from '../zero/render-zero.ts';
import { restoreOptions } from '../zero/restore-options.ts';
import { openZeroContext, type ZeroContext } from '../zero/zero-context.ts';
import type { ZeroOptions } from '../zero/zero-options.ts';

export async function startNewGame(shell: Shell, said: ZeroOptions): Promise<void> {
  const world = await preparePlayWorld(shell, {
    world: said.world,
    flags: buildFlags(said),
    uses: ['model'],
  });
  const asked = await chooseAskedModel(shell, world.configured);
  const isTerminal = shell.printer.isTerminal && shell.input.isTTY === true;
  const begun = await withPlayDatabase(shell, world, async (connection) => {
    const { name, settled, options } = await restoreOptions(shell, connection, said);
    const files = readFiles(options);
    const lines = createInterface({
      input: shell.input,
      terminal: isTerminal,
      ...(isTerminal && { output: shell.output }),
    });
    const stop = new AbortController();
    const interrupt = () => {
      stop.abort(new DOMException('Stopped.', 'AbortError'));
      lines.close();
    };
    lines.on('SIGINT', interrupt);
    process.once('SIGINT', interrupt);
    try {
      const context = openZeroContext({
        shell,
        connection,
        name,
        settled,
        said,
        options,
        asked,
        files,
        signal: stop.signal,
        asker: buildAsker({ printer: shell.printer, lines, isJson: options.json === true, isTerminal }),
      });
      if (isTerminal && options.json !== true)
        shell.printer.writeLines(...renderZero(context, shell.printer.width));
      if (options.json !== true) shell.printer.writeLines(...renderFiles(files, shell.printer.width));
      if (await completeAll(context)) return await startGame(context, options);
      reportUnfinished(context, options);
      return undefined;
    } finally {
      process.off('SIGINT', interrupt);
      lines.close();
    }
  });
  if (begun !== undefined && isTerminal && said.json !== true) await playStarted(shell, begun, said);
}

/** At a terminal the person need not type another command: the game begins at once, told by the same model. */
async function playStarted(shell: Shell, session: string, said: ZeroOptions): Promise<void> {
  const { playGame } = await import('./play-game.ts');
  const { system, ...options } = said;
  await playGame(shell, '', { ...options, session });
}

/** Returns whether every step was completed. Each step is stored as soon as it is completed. */
async function completeAll(context: ZeroContext): Promise<boolean> {
  refuseUnknownWorld(context);
  for (let step = context.findOpenStep(); step !== undefined; step = context.findOpenStep()) {
    if (!(await completeOrStop(context, step))) return false;
  }
  return true;
}

async function completeOrStop(context: ZeroContext, step: ZeroStep): Promise<boolean> {
  try {
    return await completeStep(context, step);
  } catch (error) {
    context.shell.printer.showLive();
    if (context.signal.aborted && !(error instanceof TerrariumError)) return false;
    if (error instanceof UsageError) context.removeWishes(step);
    throw error;
  }
}

const stepNames: Readonly<Record<ZeroStep, string>> = {
  system: 'rules',
  concept: 'wish',
  world: 'world',
  character: 'character',
};

function reportUnfinished(context: ZeroContext, { world, json }: ZeroOptions): void {
  const { shell, name, asker, signal } = context;
  const { printer } = shell;
  const step = context.findOpenStep();
  shell.exitCode = exitCodes.interrupted;
  // A person who leaves may come back, so their answers are kept. If input from a pipe or program ended, its
  // answers are not kept.
  const isLeft = asker.isAtTerminal || signal.aborted;
  const hasWorld = !isLeft && context.revertAnswers();
  if (json === true) {
    printer.writeJson('unsettledGame', { left: { name, step: step ?? null } });
    return;
  }
  const command = renderCommand('play new', world, ['--session', name]);
  const named = step === undefined ? 'end' : stepNames[step];
  const said = isLeft
    ? `You left at this step: ${named}. Your answers so far are kept: "${command}" goes on.`
    : `The input ended before the ${named} ${named.endsWith('s') ? 'were' : 'was'} chosen, so no game has begun. ${hasWorld ? 'The world that the model made is kept' : 'Your answers were not kept'}. Your options were kept: "${command}" goes on with them. Answer every question, or give an option for it: "terrarium play new --help" lists them.`;
  printer.writeLines('', ...wrapText(said, { width: printer.width }).map((line) => paint(line, 'dim')));
}

/** Returns the name of the game. */
async function startGame(context: ZeroContext, options: ZeroOptions): Promise<string> {
  const session = await context.start();
  const { printer } = context.shell;
  if (options.json === true) {
    printer.writeJson('startedGame', { session, servers: context.shell.asked });
    return session.name;
  }
  const command = renderCommand('play', options.world, ['--session', session.name]);
  const end = context.asker.isAtTerminal ? ' Continue it at any time with' : ' Play it with';
  const said = `${paint(session.name, 'bold')} is ready.${end} "${command}".`;
  printer.writeLines('', ...wrapText(said, { width: printer.width }));
  if (!context.asker.isAtTerminal) await showBeginning(context, session.id);
  return session.name;
}

/**
 * Shows the beginning if the person is not at a terminal. At a terminal, the game goes on at once and shows it itself.
 */
async function showBeginning({ connection, shell }: ZeroContext, session: string): Promise<void> {
  const { openGame } = await import('@terrarium/rpg/open-game');
  const game = openGame({ connection, session, clock: shell.environment.clock });
  try {
    shell.printer.writeLines(...renderTold(game, shell.printer.width));
  } finally {
    game.close();
  }
}
