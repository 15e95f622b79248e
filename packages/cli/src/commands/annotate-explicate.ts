// The explicate command: shows from which words of the story some words of a definition come.

import type { Command } from 'commander';
import type { ExplicateOptions } from '../actions/explain-words.ts';
import { addAsOfOption, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addExplicateCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('explicate')
    .description('show where words of a definition come from: which change added them, and from which quotes')
    .argument('<quote...>', 'some words of a present or earlier definition; small typos do not matter')
    .option('--entry <term>', 'search the definitions of this entry only');
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(
    async (words: readonly string[], options: ExplicateOptions) => {
      const { explainWords } = await import('../actions/explain-words.ts');
      await explainWords(shell, words.join(' '), options);
    },
  );
}
