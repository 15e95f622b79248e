// The summon command: puts questions to the reader of an earlier snapshot, who knows nothing of what comes later.

import type { Command } from 'commander';
import type { SummonOptions } from '../actions/ask-reader.ts';
import { addAsOfOption, addModelOptions, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addSummonCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('summon')
    .description(
      'ask the model as it was at an earlier point in the story, when it knew nothing that comes later',
    )
    .argument(
      '<moment>',
      'a place, such as chapter:12, or the number of a bookmark, as "snapshot list" shows it',
    )
    .argument('[question...]', 'what to ask (default: a conversation, at a terminal)')
    .option('--continue', 'continue the last conversation at this snapshot');
  addModelOptions(addAsOfOption(addWorldOptions(command, 'one JSON value per answer'))).action(
    async (moment: string, words: readonly string[], options: SummonOptions) => {
      const { askReader } = await import('../actions/ask-reader.ts');
      await askReader(shell, { ...options, moment, question: words.join(' ').trim() });
    },
  );
}
