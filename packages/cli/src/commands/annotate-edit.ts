// The edit command: what a person says of an entry, which no model overrides, or a whole file of such edits.

import { type Command, Option } from 'commander';
import type { EditOptions } from '../actions/edit-entries.ts';
import { addWorldOptions, buildRenamedOption, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addEditCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('edit')
    .description('say yourself what an entry is: what a person said, no model takes back')
    .argument('[entry...]', 'TERM, an alias, or its number')
    .option('--definition <text>', 'what it is')
    .option('--alias <name>', 'another name of it; may be repeated', collect)
    .option('--remove-alias <name>', 'a name to take away from it; may be repeated', collect)
    .addOption(
      buildRenamedOption(
        '--set-tag <tag>',
        '--tag',
        'a tag it is to have, in place of its present ones; may be repeated',
      ).argParser(collect),
    )
    .addOption(new Option('--status <status>', 'whether it is certain').choices(['tentative', 'confirmed']))
    .option('--rename <term>', 'its name; the old one becomes an alias')
    .option('--relate <words>', 'what it is to another entry: "serves NAME"; may be repeated', collect)
    .option('--unrelate <words>', 'what it is not to another entry; may be repeated', collect)
    .option('--quote <words>', 'words of the story for --relate; may be repeated', collect)
    .option('--merge-into <entry>', 'it is the same as this one')
    .option('--keep-apart <entry>', 'it is never the same as this one')
    .option('--delete', 'it does not belong in the glossary')
    .option('--restore', 'undo its deletion or merge')
    .option('--from <place>', 'holds from this place of the story on (thread:3, chapter:12, post:4711, …)')
    .option('--reason <text>', 'the reason, kept with the change')
    .option('--file <file>', 'an export in YAML or JSON that was changed by hand: shows what would change')
    .option('--yes', 'and changes it');
  return addWorldOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: EditOptions) => {
      const { editEntries } = await import('../actions/edit-entries.ts');
      await editEntries(shell, words.join(' ').trim(), options);
    },
  );
}
