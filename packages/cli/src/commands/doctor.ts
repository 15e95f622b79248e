// The doctor command: examines settings, disk, stores and model, and says what to change for a better result.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DoctorOptions } from '../actions/examine.ts';
import { addModelOptions, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

/** The time in seconds. It is generous, because a server may load its model only when it is first asked. */
const defaultTimeout = 120;

const longestTimeout = 3_600;

export function addDoctorCommand(program: Command, shell: Shell): void {
  const command = program
    .command('doctor')
    .description('check settings, disk, databases and model, and say what to change')
    .summary('check settings, disk and model')
    .option(
      '--timeout <seconds>',
      'how long to wait for each answer of the model',
      parseSeconds,
      defaultTimeout,
    )
    .addOption(
      new Option('--report', 'print a report that is safe to share: no keys, no story, no paths').conflicts(
        'json',
      ),
    )
    .option('--out <file>', 'write that report to a file; - for standard output');
  addModelOptions(addWorldOptions(command, 'one JSON value')).action(async (options: DoctorOptions) => {
    const isNamed = command.getOptionValueSource('world') !== 'default';
    const { examine } = await import('../actions/examine.ts');
    await examine(shell, { options, isNamed, version: program.version() ?? 'unknown' });
  });
}

function parseSeconds(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= longestTimeout) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, at most ${longestTimeout}.`);
}
