// Imports a whole memory into an empty world, with its settings.

import { parseCarriedSettings, writeCarriedSettings } from '@terrarium/composition/carried-settings';
import {
  isMadeUp,
  type MemoryWorld,
  prepareMemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import { importWhole, type WholeReport } from '@terrarium/memory/import-whole';
import type { Shell } from '../shell/shell.ts';
import { type MovedMemory, renderMovedMemory } from '../views/render-moved-memory.ts';
import type { ImportOptions } from './import-options.ts';

export async function importWholeMemory(
  shell: Shell,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const [path = '', ...others] = files;
  if (others.length > 0 || options.asUser !== undefined) throw refuseCompany(path);
  const tried = await prepareTrialMemoryWorld(shell, options);
  const isDryRun = options.dryRun === true;
  // The file is tried out first, so that no world is made for a file that turns out to be damaged.
  const trial = isDryRun || isMadeUp(tried) ? await move(shell, tried, { path, isTrial: true }) : undefined;
  const moved =
    isDryRun && trial !== undefined
      ? trial
      : await move(shell, await prepareMemoryWorld(shell, options), { path, isTrial: false });
  const told = describe(path, isDryRun, moved);
  if (options.json === true) shell.printer.writeJson('wholeImport', told);
  else shell.printer.writeLines(...renderMovedMemory(told, shell.printer.width));
}

interface Moved {
  readonly report: WholeReport;
  readonly settings: readonly string[];
}

async function move(
  shell: Shell,
  memory: MemoryWorld,
  { path, isTrial }: { readonly path: string; readonly isTrial: boolean },
): Promise<Moved> {
  const settings: string[] = [];
  const report = await withMemoryDatabase(shell, memory, (connection) =>
    importWhole(connection, {
      path,
      dir: memory.world.dir,
      isTrial,
      takeSettings(carried) {
        const parsed = parseCarriedSettings(carried);
        // Only the world's own memory brings settings along: other minds of the same world share its
        // settings.
        if (!isTrial && memory.mind.isWorlds) settings.push(...writeCarriedSettings(memory, parsed));
      },
    }),
  );
  return { report, settings };
}

function describe(path: string, isDryRun: boolean, { report, settings }: Moved): MovedMemory {
  const { rows, pages, images: pictures, missingImages: missingPictures } = report;
  return {
    path,
    isDryRun,
    messages: rows['event'] ?? 0,
    items: rows['working_memory'] ?? 0,
    fragments: rows['fragment'] ?? 0,
    runs: rows['maintenance_run'] ?? 0,
    wakes: rows['wake'] ?? 0,
    tombstones: rows['forgotten'] ?? 0,
    pages,
    pictures,
    missingPictures,
    settings,
  };
}

function refuseCompany(path: string): UsageError {
  return new UsageError({
    code: 'cli.whole-alone',
    happened: `${path} is a whole memory. It has to be imported alone, and already says who is who.`,
    todo: 'Import it without other files and without --as-user; import other files afterwards.',
  });
}
