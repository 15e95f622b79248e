// The recap command: tells the story so far, up to where you are.

import { type Command, Option } from 'commander';
import type { RecapOptions } from '../actions/show-recap.ts';
import { addCorpusOption, addModelOptions, addWorldOptions, buildCountOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addRecapCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('recap')
    .description('tell the story as far as you have read; a model sums up what has no summary yet')
    .option('--as-of <place>', 'up to this place instead, such as thread:3, "before chapter:12" or end')
    .addOption(new Option('--to <place>', 'the same as --as-of').conflicts('asOf'))
    .addOption(
      buildCountOption(
        '--words <number>',
        'tell it in about this many words, older parts more briefly (default: 600)',
      ),
    )
    .addOption(new Option('--all', 'tell every part at length').conflicts('words'));
  const withModel = addModelOptions(addCorpusOption(addWorldOptions(command, 'one JSON value')));
  return withModel.action(async (options: RecapOptions) => {
    const { showRecap } = await import('../actions/show-recap.ts');
    await showRecap(shell, options);
  });
}
