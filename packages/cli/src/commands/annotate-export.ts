// The export command: the glossary as a file in the world, as another file, or to standard output.

import { existsSync } from 'node:fs';
import { exportGlossary } from '@terrarium/annotator/export-glossary';
import { type ExportFormat, exportFormats, renderExport } from '@terrarium/annotator/render-export';
import { writeFile } from '@terrarium/annotator/write-file';
import { type Command, Option } from 'commander';
import { chooseExportTarget } from '../choose-export-target.ts';
import { lookAtWorld } from '../compose.ts';
import { addWorldOptions, type WorldOptions } from '../options.ts';
import { renderCount } from '../screen/quantities.ts';
import type { Shell } from '../shell.ts';

interface ExportOptions extends WorldOptions {
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly status?: 'tentative' | 'confirmed';
  readonly tag?: string;
}

export function addExportCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('export')
    .description('write the glossary to a file; a run may go on meanwhile')
    .addOption(
      new Option('--format <format>', 'of the file (default: by its ending, else json)').choices(
        exportFormats,
      ),
    )
    .option('--out <file>', 'where to (default: exports/ of the world; - for standard output)')
    .addOption(new Option('--status <status>', 'only these entries').choices(['tentative', 'confirmed']))
    .option('--tag <tag>', 'only entries with this tag, such as character');
  addWorldOptions(command, 'where it went as one JSON value').action(async (options: ExportOptions) => {
    await lookAtWorld(shell, options.world, (annotator) => {
      const { format, path } = chooseExportTarget(annotator.world, options);
      const glossary = exportGlossary(annotator, { status: options.status, tag: options.tag });
      const chunks = renderExport(format, glossary);
      if (path === undefined) {
        for (const chunk of chunks) shell.printer.pour(chunk);
        return;
      }
      const isReplaced = existsSync(path);
      writeFile(path, chunks);
      const entries = glossary.entries.length;
      if (options.json === true) shell.printer.sayJson({ path, format, entries, isReplaced });
      else shell.printer.say(`${renderCount(entries, 'entry', 'entries')} written to ${path}`);
    });
  });
}
