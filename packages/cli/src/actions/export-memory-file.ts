// Exports a memory to a file, without its secrets unless they are asked for.

import { basename, extname, join, resolve } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import {
  type MemoryWorld,
  readFromMemory,
  requireMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import { exportMemory, exportSalvaged, listToldSecrets } from '@terrarium/memory/export-memory';
import { type MemoryExportFormat, memoryExportEndings } from '@terrarium/memory/memory-export-formats';
import { wrapText } from '../screen/layout.ts';
import { refuseTarget } from '../shell/choose-export-target.ts';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { reportSalvage, type SalvageReport } from './report-salvage.ts';

export interface ExportOptions extends MindOptions {
  readonly format?: MemoryExportFormat | 'whole';
  readonly out?: string;
  readonly withSecrets?: boolean;
  readonly salvage?: boolean;
}

export async function exportMemoryFile(shell: Shell, options: ExportOptions): Promise<void> {
  const memory = await requireMemoryWorld(shell, options);
  const { format, ...others } = options;
  if (format === 'whole') await exportWholeToFile(shell, memory, { ...others, format });
  else await exportToFile(shell, memory, { ...others, ...(format && { format }) });
}

/** Exports a whole memory with its secrets. A damaged memory is never exported as a whole one. */
async function exportWholeToFile(shell: Shell, memory: MemoryWorld, options: WholeOptions): Promise<void> {
  if (options.salvage === true) {
    throw new UsageError({
      code: 'cli.whole-salvage',
      happened: 'A damaged memory cannot be exported with --format whole.',
      todo: 'Salvage it with --format jsonl.',
    });
  }
  const { exportWhole } = await import('@terrarium/memory/export-whole');
  const { buildCarriedSettings } = await import('@terrarium/composition/carried-settings');
  const path = options.out === '-' ? undefined : choosePath(memory, options);
  const target: Target = { ...options, withSecrets: true };
  await withMemoryDatabase(shell, memory, (connection) =>
    exportWhole(connection, { dir: memory.world.dir, settings: buildCarriedSettings(memory) }, (chunks) =>
      write(shell, memory, { path, chunks, target, toldIn: [] }),
    ),
  );
}

async function exportToFile(shell: Shell, memory: MemoryWorld, options: TalkOptions): Promise<void> {
  const { voices, timeZone } = memory.settings;
  const format = options.format ?? chooseFormat(options.out);
  const withSecrets = options.withSecrets === true;
  const path = options.out === '-' ? undefined : choosePath(memory, { ...options, format });
  const request = { format, withSecrets, voices, timeZone };
  const target: Target = { ...options, format };
  if (options.salvage !== true) {
    await withMemoryDatabase(shell, memory, (connection) =>
      write(shell, memory, {
        path,
        chunks: exportMemory(connection, request),
        target,
        toldIn: withSecrets ? [] : listToldSecrets(connection),
      }),
    );
    return;
  }
  const { salvageMemory } = await import('@terrarium/memory/export-memory');
  await readFromMemory(shell, memory.world, (damaged) => {
    const { connection, leftOut } = salvageMemory(damaged);
    try {
      const missing = leftOut.length === 0 ? undefined : leftOut.length;
      const chunks = exportSalvaged(connection, { ...request, leftOut: missing });
      write(shell, memory, { path, chunks, target, leftOut, toldIn: [] });
    } finally {
      connection.close();
    }
  });
}

interface Written {
  /** The path of the file; undefined for standard output. */
  readonly path: string | undefined;
  readonly chunks: Iterable<string>;
  readonly target: Target;
  /** Moments at which a secret was said aloud: even an export without secrets contains these moments. */
  readonly toldIn: readonly number[];
  /** The rows that the export leaves out; set only if the memory's file is damaged. */
  readonly leftOut?: readonly DamagedRow[];
}

function write(
  shell: Shell,
  { world }: MemoryWorld,
  { path, chunks, target, leftOut, toldIn }: Written,
): void {
  let bytes = 0;
  if (path === undefined) for (const chunk of chunks) shell.printer.writeText(chunk);
  else bytes = writeFile(path, chunks, world.dir, { isPrivate: true });
  const salvage = leftOut && reportSalvage(shell, { file: 'memory.sqlite', world, path, leftOut });
  if (path !== undefined) reportWhere(shell, { path, bytes, salvage, toldIn }, target);
  warnOfTold(shell, toldIn);
}

const mostNamed = 8;

/**
 * Warns of secrets that were said aloud. The memory no longer treats them as secrets, but whoever reads the
 * export may not have heard them.
 */
function warnOfTold({ printer }: Shell, toldIn: readonly number[]): void {
  if (toldIn.length === 0) return;
  const named = toldIn.slice(0, mostNamed).join(', ');
  const more = toldIn.length > mostNamed ? ` and ${toldIn.length - mostNamed} more` : '';
  const said = `! What had been a secret was said aloud in ${toldIn.length === 1 ? 'moment' : 'moments'} ${named}${more}, so the export contains it. "terrarium memory forget" removes a moment.`;
  printer.warn(...wrapText(said, { width: printer.width, indent: '  ', first: '' }));
}

function reportWhere(
  { printer }: Shell,
  { path, bytes, salvage, toldIn }: WrittenFile,
  { format, withSecrets, json }: Target,
): void {
  const secrets = withSecrets === true ? 'included' : 'cut';
  if (json === true)
    printer.writeJson('memoryExport', {
      path,
      format,
      bytes,
      secrets,
      ...(toldIn.length > 0 && { toldIn }),
      ...(salvage && { salvage }),
    });
  else
    printer.writeLines(
      `The memory was written to ${path}${withSecrets === true ? ', with its secrets' : ''}.`,
      ...(format === 'whole'
        ? [
            `"terrarium memory import FILE --world DIR" moves it into an empty world. Whoever has the file can read all of it.`,
          ]
        : []),
    );
}

function chooseFormat(out: string | undefined): MemoryExportFormat {
  return ['.md', '.markdown'].includes(extname(out ?? '').toLowerCase()) ? 'markdown' : 'jsonl';
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly salvage?: SalvageReport | undefined;
  readonly toldIn: readonly number[];
}

interface TalkOptions extends Omit<ExportOptions, 'format'> {
  readonly format?: MemoryExportFormat;
}

interface WholeOptions extends Omit<ExportOptions, 'format'> {
  readonly format: 'whole';
}

interface Target extends Omit<ExportOptions, 'format'> {
  readonly format: MemoryExportFormat | 'whole';
}

const endings = { ...memoryExportEndings, whole: '.whole-memory.jsonl' } as const;

function choosePath({ world }: MemoryWorld, { out, format }: Target): string {
  if (out === undefined) return join(world.exportsDir, `${basename(world.dir)}${endings[format]}`);
  const isPage = chooseFormat(out) === 'markdown';
  if (isPage !== (format === 'markdown') && extname(out) !== '' && (isPage || extname(out) === '.jsonl')) {
    throw new UsageError({
      code: 'cli.other-format',
      happened: `${out} has the ending of a format other than ${format}.`,
      todo: 'Leave out --format, or give the file another name.',
    });
  }
  const path = resolve(out);
  refuseTarget(path);
  return path;
}
