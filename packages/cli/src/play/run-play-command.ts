// Runs what is typed with a slash at the table; says what there is when it is none of ours.

import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { lookCommands, show } from './look-commands.ts';
import type { PlayCommand, PlayCommands } from './play-command.ts';
import type { PlayDesk } from './play-desk.ts';
import { renderHelp, renderHelpOf } from './render-help.ts';
import { tableCommands } from './table-commands.ts';
import { tellingCommands } from './telling-commands.ts';

const commands: PlayCommands = { ...lookCommands, ...tableCommands, ...tellingCommands };
const ends: readonly string[] = ['quit', 'exit'];

export interface TypedPlayCommand {
  readonly name: string;
  readonly rest: string;
}

/** Whether the game goes on. Throws `UsageError` for what was mistyped. */
export async function runPlayCommand(
  desk: PlayDesk,
  { name, rest }: TypedPlayCommand,
  signal: AbortSignal,
): Promise<boolean> {
  if (name === 'save') {
    show(desk, [saved], { saved: true });
    return true;
  }
  if (ends.includes(name)) return false;
  if (name === 'help') showHelp(desk, rest);
  else await findCommand(name).run(desk, rest, signal);
  return true;
}

const saved = 'Every turn is kept as soon as it is told: nothing is to be saved. /quit leaves.';

function showHelp(desk: PlayDesk, rest: string): void {
  const { width } = desk.shell.printer;
  const name = rest.replace(/^\//u, '').toLowerCase();
  const lines = name === '' ? renderHelp(commands, width) : renderHelpOf(findCommand(name), width);
  const list = Object.values(commands).map(({ usage, about }) => ({ usage, about }));
  show(desk, lines, { commands: list });
}

function findCommand(name: string): PlayCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const near = findNearest(name, [...Object.keys(commands), ...ends, 'help', 'save']);
  throw new UsageError({
    code: 'play.unknown-command',
    happened: `There is no /${name}${near === undefined ? '' : `; did you mean /${near}?`}`.replace(
      /[^?]$/u,
      '$&.',
    ),
    todo: '/help shows what there is. Words that begin with a slash are typed with two.',
  });
}
