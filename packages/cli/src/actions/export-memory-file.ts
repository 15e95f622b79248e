// Exports a memory to a file, without its secrets unless they are asked for.

import { basename, extname, join, resolve } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import { UsageError } from '@terrarium/kernel/errors';
import { exportMemory } from '@terrarium/memory/export-memory';
import { type MemoryExportFormat, memoryExportEndings } from '@terrarium/memory/memory-export-formats';
import { findMemoryWorld, type MemoryWorld, withMemoryDatabase } from '../compose/compose-memory.ts';
import { refuseTarget } from '../shell/choose-export-target.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export interface ExportOptions extends WorldOptions {
  readonly format?: MemoryExportFormat;
  readonly out?: string;
  readonly withSecrets?: boolean;
}

export async function exportMemoryFile(shell: Shell, options: ExportOptions): Promise<void> {
  await exportToFile(shell, await findMemoryWorld(shell, options), options);
}

async function exportToFile(shell: Shell, memory: MemoryWorld, options: ExportOptions): Promise<void> {
  const { voices, timeZone } = memory.settings;
  const format = options.format ?? findFormat(options.out);
  const withSecrets = options.withSecrets === true;
  const path = options.out === '-' ? undefined : choosePath(memory, { ...options, format });
  await withMemoryDatabase(shell, memory, (connection) => {
    const chunks = exportMemory(connection, { format, withSecrets, voices, timeZone });
    if (path === undefined) for (const chunk of chunks) shell.printer.pour(chunk);
    else {
      const bytes = writeFile(path, chunks, memory.world.dir);
      sayWhere(shell, { path, bytes }, { ...options, format });
    }
  });
}

function sayWhere(
  { printer }: Shell,
  { path, bytes }: WrittenFile,
  { format, withSecrets, json }: Target,
): void {
  const secrets = withSecrets === true ? 'included' : 'cut';
  if (json === true) printer.sayJson({ path, format, bytes, secrets });
  else printer.say(`The memory was written to ${path}${withSecrets === true ? ', with its secrets' : ''}.`);
}

function findFormat(out: string | undefined): MemoryExportFormat {
  return ['.md', '.markdown'].includes(extname(out ?? '').toLowerCase()) ? 'markdown' : 'jsonl';
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

interface Target extends ExportOptions {
  readonly format: MemoryExportFormat;
}

function choosePath({ world }: MemoryWorld, { out, format }: Target): string {
  if (out === undefined)
    return join(world.exportsDir, `${basename(world.dir)}${memoryExportEndings[format]}`);
  const isPage = findFormat(out) === 'markdown';
  if (isPage !== (format === 'markdown') && extname(out) !== '' && (isPage || extname(out) === '.jsonl')) {
    throw new UsageError({
      code: 'cli.other-format',
      happened: `${out} is named like another format than ${format}.`,
      todo: 'Leave --format out, or name the file otherwise.',
    });
  }
  const path = resolve(out);
  refuseTarget(path);
  return path;
}
