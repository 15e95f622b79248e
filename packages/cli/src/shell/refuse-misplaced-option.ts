// Refuses an option before a subcommand's name: neither the command nor the subcommand would read it.

import { UsageError } from '@terrarium/kernel/errors';
import type { Command } from 'commander';

/** Throws `UsageError` if an option was given to `group` on the way to `command`. */
export function refuseMisplacedOption(group: Command, command: Command): void {
  const said = group.options.find((one) => group.getOptionValueSource(one.attributeName()) === 'cli');
  if (said === undefined) return;
  const name = `${group.name()} ${command.name()}`;
  const flag = said.long ?? said.flags;
  const isKnown = command.options.some(({ long }) => long === said.long);
  throw new UsageError({
    code: 'cli.misplaced-option',
    happened: `${flag} stands before "${command.name()}", where it has no effect.`,
    todo: isKnown
      ? `Write it after the command: terrarium ${name} ${said.flags}.`
      : `Leave it out: "terrarium ${name}" has no such option.`,
  });
}
