// The ask command: answers a question about the story from what is known at your place in it.

import type { Command } from 'commander';
import type { AskOptions } from '../actions/answer-question.ts';
import { addAsOfOption, addCorpusOption, addModelOptions, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addAskCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('ask')
    .description(
      'answer a question with quotes from the story up to your place, or from all that was read if no place is set',
    )
    .argument('<question...>', 'such as "Who is Thrift?"');
  return addModelOptions(addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value')))).action(
    async (words: readonly string[], options: AskOptions) => {
      const { answerQuestion } = await import('../actions/answer-question.ts');
      await answerQuestion(shell, words.join(' ').trim(), options);
    },
  );
}
