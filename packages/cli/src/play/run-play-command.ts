// Runs what is typed with a slash at the table; says what there is when it is none of ours.

import { TerrariumError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { renderFailure } from '../explain-error.ts';
import { renderPairs } from '../screen/layout.ts';
import { lookCommands } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';
import type { PlayDesk } from './play-desk.ts';
import { tableCommands } from './table-commands.ts';
import { tellingCommands } from './telling-commands.ts';

const commands: PlayCommands = { ...lookCommands, ...tableCommands, ...tellingCommands };
const ends: readonly string[] = ['quit', 'exit', 'save'];

export interface TypedPlayCommand {
  readonly name: string;
  readonly rest: string;
}

/** Whether the game goes on. */
export async function runPlayCommand(
  desk: PlayDesk,
  { name, rest }: TypedPlayCommand,
  signal: AbortSignal,
): Promise<boolean> {
  const { printer } = desk.shell;
  if (name === 'save') {
    printer.say('Every turn is kept the moment it is told; there is nothing to save. /quit leaves.');
    return true;
  }
  if (ends.includes(name)) return false;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (name !== 'help') printer.say(renderUnknown(name));
    printer.say(...renderHelp(printer.width));
    return true;
  }
  try {
    await command.run(desk, rest, signal);
  } catch (error) {
    if (!(error instanceof TerrariumError) || error.exitCode !== 2) throw error;
    printer.say(...renderFailure(error));
  }
  return true;
}

function renderUnknown(name: string): string {
  const near = findNearest(name, [...Object.keys(commands), ...ends]);
  return `There is no /${name}${near === undefined ? '' : `; did you mean /${near}?`}`;
}

function renderHelp(width: number): readonly string[] {
  const pairs = Object.values(commands).map(({ usage, about }) => [usage, about] as const);
  const rest: readonly (readonly [string, string])[] = [
    ['3', 'takes the third of what was suggested'],
    ['//…', 'words that begin with a slash'],
    ['/save, /quit', 'everything is kept as it happens; /quit leaves'],
  ];
  return renderPairs([...pairs, ...rest], width);
}
