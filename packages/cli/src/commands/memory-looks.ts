// The memory commands that look: what the companion would wake to, its plans, a fragment, and why something is in mind or not.

import type { PlanSpan } from '@terrarium/memory/plans';
import { type Command, Option } from 'commander';
import type { PlansOptions, RecallOptions, WakeOptions, WhyOptions } from '../actions/read-from-memory.ts';
import { addWorldOptions, buildCountOption, buildDecayOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

/** As `plans` knows them; said here, so that help does not wait for the memory to be loaded. */
const whens = [
  'overdue',
  'today',
  'tomorrow',
  'week',
  'later',
  'open-ended',
] as const satisfies readonly PlanSpan[];

export function addMemoryLookCommands(memory: Command, shell: Shell): void {
  addWakeCommand(memory, shell);
  addPlansCommand(memory, shell);
  addRecallCommand(memory, shell);
  addWhyCommand(memory, shell);
}

function addWakeCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('wake')
    .description('exactly what the companion would wake to now; nothing of it is written down')
    .argument('[message...]', 'what you would say (default: your newest message)')
    .addOption(buildDecayOption())
    .option('--with-secrets', 'with what the companion keeps secret');
  addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: WakeOptions) => {
      const { showWake } = await import('../actions/read-from-memory.ts');
      await showWake(shell, words, options);
    },
  );
}

function addPlansCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('plans')
    .description('every open plan, the submerged ones too: what is due first')
    .option('--topic <topic>', 'a fragment, a subject, or words that stand in the plan')
    .addOption(new Option('--when <when>', 'only those').choices(whens));
  addWorldOptions(command, 'one JSON value').action(async (options: PlansOptions) => {
    const { showPlans } = await import('../actions/read-from-memory.ts');
    await showPlans(shell, options);
  });
}

function addRecallCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recall')
    .description('a fragment by its exact key, and what lies next to it')
    .argument('<key>', 'such as pier')
    .option('--deep', 'everything that is written of it');
  addWorldOptions(command, 'one JSON value').action(async (key: string, options: RecallOptions) => {
    const { showFragment } = await import('../actions/read-from-memory.ts');
    await showFragment(shell, key, options);
  });
}

function addWhyCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('why')
    .description('why something was in mind, or was not, with the arithmetic')
    .argument('<what...>', 'an item by its number, "event 12", or a fragment by its key')
    .addOption(buildCountOption('--wake <number>', 'at that wake (default: the newest)'));
  addWorldOptions(command, 'one JSON value').action(async (words: readonly string[], options: WhyOptions) => {
    const { showWhy } = await import('../actions/read-from-memory.ts');
    await showWhy(shell, words, options);
  });
}
