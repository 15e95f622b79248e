// The memory commands that give account: search, what changed since last time, and how sound the memory is.

import { type Command, InvalidArgumentError } from 'commander';
import type { AuditOptions, RecapOptions, SearchOptions } from '../actions/show-memory-accounts.ts';
import { addWorldOptions, buildCountOption, buildTrustOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryAccountCommands(memory: Command, shell: Shell): void {
  addSearchCommand(memory, shell);
  addAuditCommand(memory, shell);
  addRecapCommand(memory, shell);
}

function addSearchCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('search')
    .description('moments of the talk, and what is held in mind, by any of their words; the best first')
    .argument('<query...>', 'what it was about')
    .addOption(buildCountOption('--limit <moments>', 'so many of each at most').default(10))
    .addOption(buildTrustOption());
  addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: SearchOptions) => {
      const { showFound } = await import('../actions/show-memory-accounts.ts');
      await showFound(shell, words, options);
    },
  );
}

function addAuditCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('audit')
    .description('what in the memory is doubled, repeated, ungrounded, stale or never used')
    .option('--file <export>', "another tool's memory instead, as JSON or JSON lines");
  addWorldOptions(command, 'one JSON value').action(async (options: AuditOptions) => {
    const { showAudit } = await import('../actions/show-memory-accounts.ts');
    await showAudit(shell, options);
  });
}

function addRecapCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recap')
    .description('what changed since last time: new, settled, faded, due')
    .option(
      '--since <when>',
      'a day or a moment, such as 2026-03-01 (default: the beginning of the last talk)',
      parseSince,
    );
  addWorldOptions(command, 'one JSON value').action(async (options: RecapOptions) => {
    const { showRecap } = await import('../actions/show-memory-accounts.ts');
    await showRecap(shell, options);
  });
}

function parseSince(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError('It must be a day or a moment, such as 2026-03-01 or 2026-03-01T18:00.');
}
