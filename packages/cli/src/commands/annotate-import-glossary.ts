// The import-glossary command: imports an exported glossary into a world that has its story.

import type { Command } from 'commander';
import { addWorldOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addImportGlossaryCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('import-glossary')
    .description(
      'import an exported glossary (json, worldinfo, lorebook) into a world that has the same story',
    )
    .argument('<file>', 'a file written by terrarium export');
  addWorldOptions(command, 'one JSON value').action(async (file: string, options: WorldOptions) => {
    const { importGlossary } = await import('../actions/import-glossary.ts');
    await importGlossary(shell, file, options);
  });
}
