// Exports the undamaged part of a damaged glossary, says what it leaves out, and never passes it off as the whole.

import type { ExportFormat, TextFormat } from '@terrarium/annotator/export-formats';
import { renderGlossary } from '@terrarium/annotator/render-glossary';
import { type SalvagedGlossary, salvageGlossary } from '@terrarium/annotator/salvage-glossary';
import { writeFile } from '@terrarium/annotator/write-file';
import { openDamagedWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import { renderCount } from '../screen/quantities.ts';
import { chooseExportTarget } from '../shell/choose-export-target.ts';
import type { Shell } from '../shell/shell.ts';
import type { ExportOptions } from './export-options.ts';
import { reportSalvage } from './report-salvage.ts';

export async function exportSalvagedGlossary(shell: Shell, options: ExportOptions): Promise<void> {
  const { asOf, ladder } = options;
  await openDamagedWorld(shell, options.world, (damaged) => {
    const { format, path } = chooseExportTarget(damaged.world, { ...options, extent: '' });
    if (format === 'wiki' || format === 'vault' || asOf !== undefined || ladder === true)
      throw refuse(format);
    const salvaged = salvageGlossary(damaged, shell.environment.clock);
    try {
      write(shell, salvaged, { ...options, format, path });
    } finally {
      salvaged.annotator.close();
    }
  });
}

interface Target extends ExportOptions {
  readonly format: TextFormat;
  /** The path of the file; undefined for standard output. */
  readonly path: string | undefined;
}

function write(shell: Shell, { annotator, leftOut }: SalvagedGlossary, target: Target): void {
  const { status, tag: tags, json, format, path } = target;
  const { printer } = shell;
  const { world } = annotator;
  const missing = leftOut.length === 0 ? undefined : leftOut.length;
  const { entries, chunks } = renderGlossary(annotator, format, { status, tags, leftOut: missing });
  if (path === undefined) for (const chunk of chunks) printer.writeText(chunk);
  else writeFile(path, chunks, world.dir);
  const salvage = reportSalvage(shell, { file: 'annotator.db', world, path, leftOut });
  if (path === undefined) return;
  if (json === true) printer.writeJson('salvagedGlossary', { path, format, entries, salvage });
  else printer.writeLines(`${renderCount(entries, 'entry', 'entries')} written to ${path}`);
}

function refuse(format: ExportFormat): UsageError {
  const what = format === 'wiki' || format === 'vault' ? `A ${format} tells` : 'A ladder and --as-of tell';
  return new UsageError({
    code: 'cli.no-salvage',
    happened: `${what} how the glossary came to be. That is not known of a damaged glossary.`,
    todo: 'Salvage it with --format json, and import that into a new world with "annotate import-glossary". The new world can be exported in any format.',
  });
}
