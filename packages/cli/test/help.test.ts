// Tests the help of every command: no line of the help is wider than a terminal.

import { PassThrough } from 'node:stream';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { buildProgram, buildShell } from '../src/command-line.ts';

const terminalColumns = 80;

function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

it('the help of every command fits a terminal of eighty columns', () => {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const program = buildProgram(buildShell({ input, output, errors, environment: buildSystemEnvironment() }));
  const commands = listCommands(program);
  expect(commands.length).toBeGreaterThan(40);
  const wide = commands.flatMap((command) =>
    command
      .helpInformation()
      .split('\n')
      .filter((line) => line.length > terminalColumns),
  );
  expect(wide).toEqual([]);
});
