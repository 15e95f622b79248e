// The decisions command: shows what the curator and people decided about entries, newest first.

import type { Command } from 'commander';
import type { DecisionsOptions } from '../actions/show-decisions.ts';
import { addAsOfOption, addWorldOptions, buildCountOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const defaultLimit = 20;

export function addDecisionsCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('decisions')
    .description(
      'list entries that people or the curator (the model, reviewing earlier entries) deleted, merged, revised, added or restored, and why',
    )
    .addOption(buildCountOption('--limit <decisions>', 'at most this many').default(defaultLimit));
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(async (options: DecisionsOptions) => {
    const { showDecisions } = await import('../actions/show-decisions.ts');
    await showDecisions(shell, options);
  });
}
