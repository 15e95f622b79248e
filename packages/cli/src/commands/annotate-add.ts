// The add command: adds an entry that a person makes, with words quoted from the story.

import { entryKinds } from '@terrarium/annotator/entry-kinds';
import { type Command, Option } from 'commander';
import type { AddOptions } from '../actions/add-entry.ts';
import { addWorldOptions, buildRenamedOption, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addAddCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('add')
    .description('add an entry that the reading left out, with a quote from the story')
    .argument('[term...]', 'its name, as the story spells it')
    .option('--definition <text>', 'what it is')
    .option('--quote <words>', 'a piece of the story that contains the name; may be repeated', collect)
    .option('--alias <name>', 'another name for it; may be repeated', collect)
    .option('--kind <kind>', `what kind of thing it is: ${entryKinds.join(', ')}`)
    .addOption(
      buildRenamedOption('--set-tag <tag>', '--tag', 'a tag of your own; may be repeated').argParser(collect),
    )
    .addOption(
      new Option('--status <status>', 'whether it is certain (default: confirmed)').choices([
        'tentative',
        'confirmed',
      ]),
    )
    .option('--from <place>', 'applies from this place on: thread:3, chapter:12, post:4711, …')
    .option('--reason <text>', 'why; saved with the entry');
  return addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: AddOptions) => {
      const { addNewEntry } = await import('../actions/add-entry.ts');
      await addNewEntry(shell, words.join(' ').trim(), options);
    },
  );
}
