// Begins a new game by session zero, step by step; what was settled is kept, and asked for no second time.

import { createInterface } from 'node:readline';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { ZeroStep } from '@terrarium/rpg/settled-zero';
import { pickAskedModel } from '../compose/compose.ts';
import { makePlayWorld, withPlayDatabase } from '../compose/compose-play.ts';
import { buildAsker } from '../play/ask.ts';
import { wrapText } from '../screen/layout.ts';
import { renderCommand } from '../screen/render-command.ts';
import { paint } from '../screen/style.ts';
import { buildFlags } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { readFiles, renderFiles } from '../zero/join-files.ts';
import { recallWish } from '../zero/recall-wish.ts';
import { renderZero } from '../zero/render-zero.ts';
import { settleStep } from '../zero/settle-step.ts';
import { openZeroDesk, type ZeroDesk } from '../zero/zero-desk.ts';
import type { ZeroWish } from '../zero/zero-wish.ts';

export async function beginNew(shell: Shell, said: ZeroWish): Promise<void> {
  const world = await makePlayWorld(shell, {
    world: said.world,
    flags: buildFlags(said),
    uses: ['model'],
  });
  const asked = await pickAskedModel(shell, world.configured);
  await withPlayDatabase(shell, world, async (connection) => {
    const { name, settled, options } = await recallWish(shell, connection, said);
    const files = readFiles(options);
    const isTerminal = shell.printer.isTerminal && process.stdin.isTTY === true;
    const lines = createInterface({
      input: process.stdin,
      terminal: isTerminal,
      ...(isTerminal && { output: process.stdout }),
    });
    const stop = new AbortController();
    const interrupt = () => {
      stop.abort(new DOMException('Stopped.', 'AbortError'));
      lines.close();
    };
    lines.on('SIGINT', interrupt);
    process.once('SIGINT', interrupt);
    try {
      const desk = openZeroDesk({
        shell,
        connection,
        name,
        settled,
        said,
        options,
        asked,
        files,
        signal: stop.signal,
        asker: buildAsker({ printer: shell.printer, lines, isJson: options.json === true }),
      });
      if (isTerminal && options.json !== true) shell.printer.say(...renderZero(desk, shell.printer.width));
      if (options.json !== true) shell.printer.say(...renderFiles(files, shell.printer.width));
      if (await settleAll(desk)) await begin(desk, options);
      else sayLeft(desk, options);
    } finally {
      process.off('SIGINT', interrupt);
      lines.close();
    }
  });
}

/** Whether everything is settled; each step is kept as soon as it is. */
async function settleAll(desk: ZeroDesk): Promise<boolean> {
  for (let step = desk.nextStep(); step !== undefined; step = desk.nextStep()) {
    if (!(await settleOrStop(desk, step))) return false;
  }
  return true;
}

async function settleOrStop(desk: ZeroDesk, step: ZeroStep): Promise<boolean> {
  try {
    return await settleStep(desk, step);
  } catch (error) {
    desk.shell.printer.live();
    if (desk.signal.aborted && !(error instanceof TerrariumError)) return false;
    if (error instanceof UsageError) desk.forgetWishes(step);
    throw error;
  }
}

function sayLeft({ shell, name, nextStep }: ZeroDesk, { world, json }: ZeroWish): void {
  const { printer } = shell;
  shell.exitCode = exitCodes.interrupted;
  if (json === true) {
    printer.sayJson({ left: { name, step: nextStep() ?? null } });
    return;
  }
  const command = renderCommand('play new', world, ['--session', name]);
  const said = `Left at the ${nextStep()}. What was settled is kept: "${command}" goes on.`;
  printer.say('', ...wrapText(said, { width: printer.width }).map((line) => paint(line, 'dim')));
}

async function begin(desk: ZeroDesk, options: ZeroWish): Promise<void> {
  const session = await desk.begin();
  const { printer } = desk.shell;
  if (options.json === true) {
    printer.sayJson({ session, servers: desk.shell.asked });
    return;
  }
  const command = renderCommand('play', options.world, ['--session', session.name]);
  const said = `${paint(session.name, 'bold')} is ready. Play it with "${command}".`;
  printer.say('', ...wrapText(said, { width: printer.width }));
}
