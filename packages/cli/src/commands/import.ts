// The import command: brings files into a world, which it makes where there is none.

import type { Command } from 'commander';
import type { ImportOptions } from '../actions/import-files.ts';
import { addWorldOptions, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addImportCommand(program: Command, shell: Shell): Command {
  const command = program
    .command('import')
    .description(
      'bring a story into a world: EPUB, plain text, Markdown, HTML (also saved pages of story sites and forums), threads of boards as JSON, JSON lines, or a forum-quest SQLite file',
    )
    .argument('<file...>', 'one or more files')
    .option('--title <title>', 'of the story (else what the book calls itself, or the name of the file)')
    .option('--world-title <title>', 'of the world, in exports and on screens (else that of its first story)')
    .option(
      '--as-one',
      'the files are chapters of one story, in that order (named like ch1.txt ch2.txt they are)',
    )
    .option(
      '--same-world',
      'also a story that has nothing to do with those of the world, or stands in one of them',
    )
    .option(
      '--link <template>',
      'address of its posts, such as https://example.org/{thread}/{post} ({first} is the first post of a thread): quotes then link to where they were posted; also for a story that is here already; none for none',
    )
    .option(
      '--speaker <speaker=character>',
      'of a transcript: which character a speaker plays, such as "LAURA=Jester"; may be repeated',
      collect,
    )
    .option('--copy', 'copy a SQLite file into the world instead of linking it')
    .option(
      '--dry-run',
      'only say what the import would do; for a story that is here already, say what changed in it',
    );
  return addWorldOptions(command, 'one JSON value').action(
    async (files: readonly string[], options: ImportOptions) => {
      const { importFiles } = await import('../actions/import-files.ts');
      await importFiles(shell, files, options);
    },
  );
}
