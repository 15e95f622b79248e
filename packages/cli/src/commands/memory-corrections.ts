// The commands that correct a memory: done, drop, edit, merge, and forget for good.

import type { Command } from 'commander';
import type { CorrectingOptions, EditOptions } from '../actions/correct-memory.ts';
import type { ForgetOptions } from '../actions/forget-memory.ts';
import { addMindOptions, buildNowOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const named = 'its number, words that only this item contains, or a fragment in brackets, such as [pier]';

export function addMemoryCorrections(memory: Command, shell: Shell): void {
  addEnding(memory, shell, { name: 'done', about: 'mark a plan as done' });
  addEnding(memory, shell, { name: 'drop', about: 'put something out of mind' });
  addEdit(memory, shell);
  addMerge(memory, shell);
  addForget(memory, shell);
}

interface Ending {
  readonly name: 'done' | 'drop';
  readonly about: string;
}

function addEnding(memory: Command, shell: Shell, { name, about }: Ending): void {
  const command = memory
    .command(name)
    .description(`${about}; "revive" undoes it`)
    .argument('<what...>', named)
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: CorrectingOptions) => {
      const { runCorrection } = await import('../actions/correct-memory.ts');
      await runCorrection(shell, { do: name, what: words.join(' ') }, options);
    },
  );
}

function addEdit(memory: Command, shell: Shell): void {
  const command = memory
    .command('edit')
    .description('reword something in mind, or move a plan; the former words stay in the log')
    .argument('<what...>', named)
    .option('--to <text>', 'the new words; for a fact, only the new value: --to Leeds')
    .option('--due <date>', 'the new date of a plan: --due "Friday at 10"; --due "" leaves it without a date')
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(async (words: readonly string[], options: EditOptions) => {
    const { editMemory } = await import('../actions/correct-memory.ts');
    await editMemory(shell, words.join(' '), options);
  });
}

function addMerge(memory: Command, shell: Shell): void {
  const command = memory
    .command('merge')
    .description('merge items or fragments that mean the same into the first one')
    .argument(
      '<what...>',
      'their numbers, some words of each in quotation marks, or fragments such as [pier]',
    )
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(
    async (what: readonly string[], options: CorrectingOptions) => {
      const { runCorrection } = await import('../actions/correct-memory.ts');
      await runCorrection(shell, { do: 'merge', what }, options);
    },
  );
}

function addForget(memory: Command, shell: Shell): void {
  const command = memory
    .command('forget')
    .description('forget a moment, an item or a fragment, and everything made from it; this cannot be undone')
    .argument(
      '<what...>',
      'the number of an item, "moment 12", one sentence of it as "moment 12 sentence 2", a fragment in brackets, such as [pier], or words that only one of them contains',
    )
    .option('--all', 'forget everything that the words name, if they name several things')
    .option('--yes', 'forget it without asking')
    .option(
      '--with-copies',
      'also remove backups of this memory, and exports that contain what is forgotten',
    );
  addMindOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: ForgetOptions) => {
      const { forgetMemory } = await import('../actions/forget-memory.ts');
      await forgetMemory(shell, words, options);
    },
  );
}
