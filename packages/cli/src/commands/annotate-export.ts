// The export command: writes the glossary as a file or a folder into the world or elsewhere, or to standard output.

import { type ExportFormat, exportFormats } from '@terrarium/annotator/export-formats';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExportOptions } from '../actions/export-options.ts';
import { addCorpusOption, addWorldOptions, collect } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addExportCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('export')
    .description('write the glossary to a file, even while a run is going on')
    .addOption(
      new Option(
        '--format <format>',
        'worldinfo (or sillytavern): SillyTavern and KoboldAI Lite; lorebook: programs that read character cards of version 3; vault (or obsidian): a folder for Obsidian (default: from the name of the file, otherwise json)',
      )
        .choices(exportFormats)
        .argParser(parseFormat),
    )
    .option(
      '--out <path>',
      'where to write it (default: the exports/ folder of the world; - for standard output)',
    )
    .addOption(new Option('--status <status>', 'only these entries').choices(['tentative', 'confirmed']))
    .option('--tag <tag>', 'only entries with this tag, such as character; may be repeated', collect)
    .option(
      '--as-of <place>',
      'the glossary as it was at that place, and nothing later: thread:3, post:120, "before chapter:12", a title, snapshot:4',
    )
    .option(
      '--ladder',
      'write one file per thread into a folder: the glossary as it was at the end of that thread',
    )
    .option('--with-posts', 'include the full text of quoted posts in the wiki')
    .option('--salvage', 'export the undamaged part of a damaged glossary, and list what is left out');
  return addCorpusOption(addWorldOptions(command, 'one JSON value with the path of the file')).action(
    async (options: ExportOptions) => {
      const { exportGlossary } = await import('../actions/export-glossary.ts');
      await exportGlossary(shell, options);
    },
  );
}

/** Other names of a format: the endings of its files, and programs that read it. */
const otherNames: ReadonlyMap<string, ExportFormat> = new Map([
  ['md', 'markdown'],
  ['yml', 'yaml'],
  ['html', 'wiki'],
  ['sillytavern', 'worldinfo'],
  ['obsidian', 'vault'],
]);

function parseFormat(text: string): ExportFormat {
  const format = otherNames.get(text) ?? exportFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new InvalidArgumentError(`Allowed choices are ${exportFormats.join(', ')}.`);
}
