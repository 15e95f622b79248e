// The edit command: changes an entry as a person says, or many entries from a file; no model overrides these changes.

import { entryKinds } from '@terrarium/annotator/entry-kinds';
import { type Command, Option } from 'commander';
import type { EditOptions } from '../actions/edit-entries.ts';
import { addWorldOptions, buildRenamedOption, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addEditCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('edit')
    .description('change an entry; no model overwrites what you wrote')
    .argument('[entry...]', 'its name, an alias, or its number')
    .option('--definition <text>', 'what it is')
    .option('--alias <name>', 'another name for it; may be repeated', collect)
    .option('--remove-alias <name>', 'an alias to remove; may be repeated', collect)
    .option('--kind <kind>', `what kind of thing it is: ${entryKinds.join(', ')}`)
    .addOption(
      buildRenamedOption(
        '--set-tag <tag>',
        '--tag',
        'replace its tags with this one; may be repeated, for several tags',
      ).argParser(collect),
    )
    .addOption(new Option('--status <status>', 'whether it is certain').choices(['tentative', 'confirmed']))
    .option('--rename <term>', 'a new name; the old one becomes an alias')
    .option(
      '--relate <words>',
      'add a relation to another entry, such as "serves NAME"; may be repeated',
      collect,
    )
    .option('--unrelate <words>', 'remove a relation; may be repeated', collect)
    .option('--quote <words>', 'a piece of the story that names both, for --relate; may be repeated', collect)
    .option('--merge-into <entry>', 'merge it into this entry')
    .option('--keep-apart <entry>', 'never let a model merge it with this entry')
    .option('--delete', 'remove it from the glossary')
    .option('--restore', 'undo its deletion or merge')
    .option('--from <place>', 'applies from this place on: thread:3, chapter:12, post:4711, …')
    .option('--reason <text>', 'why; saved with the change')
    .option(
      '--file <file>',
      'show what an export changed by hand (YAML, JSON, a vault or a note of it) would change',
    )
    .option('--yes', 'apply the changes of --file');
  return addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: EditOptions) => {
      const { editEntries } = await import('../actions/edit-entries.ts');
      await editEntries(shell, words.join(' ').trim(), options);
    },
  );
}
