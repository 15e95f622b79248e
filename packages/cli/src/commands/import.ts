// The import command: brings files into a world, which is made if it does not exist.

import type { Command } from 'commander';
import type { ImportOptions } from '../actions/import-files.ts';
import { addWorldOptions, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addImportCommand(program: Command, shell: Shell): Command {
  const command = program
    .command('import')
    .description(
      'import a story into a world: EPUB, plain text, Markdown, HTML (also saved pages of story sites and forums), threads of imageboards as JSON, JSON lines, or a SQLite file of a forum quest',
    )
    .argument('<file...>', 'one or more files')
    .option('--title <title>', 'title of the story (default: the title in the book, or the name of the file)')
    .option(
      '--world-title <title>',
      'title of the world, in exports and in the browser (default: the title of its first story)',
    )
    .option(
      '--as-one',
      'the files are chapters of one story, in this order (assumed if they are named like ch1.txt ch2.txt)',
    )
    .option(
      '--same-world',
      'import even if the story seems unrelated to the stories in the world, or is part of one of them',
    )
    .option(
      '--link <template>',
      'the web address of a post, such as https://example.org/{thread}/{post} ({first} is the first post of the thread); quotes then link to their posts. Also works for a story imported earlier; "none" removes the links',
    )
    .option(
      '--speaker <speaker=character>',
      'for a transcript: which character a speaker plays, such as "LAURA=Jester"; may be repeated',
      collect,
    )
    .option('--copy', 'copy a SQLite file into the world instead of linking it')
    .option(
      '--dry-run',
      'only say what the import would do; for a story that was imported before, say what changed in it',
    );
  return addWorldOptions(command, 'one JSON value').action(
    async (files: readonly string[], options: ImportOptions) => {
      const { importFiles } = await import('../actions/import-files.ts');
      await importFiles(shell, files, options);
    },
  );
}
