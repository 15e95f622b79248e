// Chooses where an export goes and in which format, and refuses a target that it would destroy.

import { statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { type ExportFormat, exportExtensions, exportFormats } from '@terrarium/annotator/export-formats';
import type { World } from '@terrarium/annotator/world';
import { UsageError } from '@terrarium/kernel/errors';
import { followLink } from '@terrarium/kernel/named-file';

export interface ExportTargetOptions {
  readonly format?: ExportFormat | undefined;
  /** Added to the file's name if the person gave no name, such as ` (through thread 3)`. */
  readonly extent?: string | undefined;
  /** A file, or `-` for standard output; if undefined, a file in the world. */
  readonly out?: string | undefined;
}

export interface ExportTarget {
  readonly format: ExportFormat;
  /** The path of the file; undefined for standard output. */
  readonly path: string | undefined;
}

/** The formats that a file's ending may stand for. The first is used if no format is given. */
const endings: ReadonlyMap<string, readonly [ExportFormat, ...ExportFormat[]]> = new Map([
  ['.json', ['json', 'worldinfo', 'lorebook']],
  ['.yaml', ['yaml']],
  ['.yml', ['yaml']],
  ['.md', ['markdown']],
  ['.markdown', ['markdown']],
  ['.html', ['wiki']],
  ['.htm', ['wiki']],
]);

/**
 * Throws `UsageError` if the ending belongs to another format (a vault, which is a folder, may have any), if it is
 * unknown and no format is given, or if the target is neither a file nor a folder. A name without an ending stands for
 * JSON.
 */
export function chooseExportTarget(world: World, { format, out, extent }: ExportTargetOptions): ExportTarget {
  if (out === '-') return { format: format ?? 'json', path: undefined };
  if (out === undefined) {
    const chosen = format ?? 'json';
    return { format: chosen, path: buildExportPath(world, chosen, extent) };
  }
  const path = followLink(resolve(out));
  refuseTarget(path);
  const meant = endings.get(extname(out).toLowerCase());
  if (format === undefined && meant === undefined && extname(out) !== '') throw refuseEnding(out);
  if (format !== undefined && format !== 'vault' && meant !== undefined && !meant.includes(format)) {
    throw new UsageError({
      code: 'cli.other-format',
      happened: `${out} has the ending of ${meant[0]}, but --format says ${format}.`,
      todo: `Leave out --format, or name the file like glossary${exportExtensions[format]}.`,
    });
  }
  return { format: format ?? meant?.[0] ?? 'json', path };
}

function refuseEnding(out: string): UsageError {
  return new UsageError({
    code: 'cli.unknown-ending',
    happened: `No export format uses the ending ${extname(out)}: ${basename(out)}.`,
    todo: `Name the file like ${[...endings.keys()].join(', ')}, or give --format: ${exportFormats.join(', ')}.`,
  });
}

/** Builds the path `exports/<folder of the world><extent><ending>`. */
export function buildExportPath(
  world: { readonly dir: string; readonly exportsDir: string },
  format: ExportFormat,
  extent = '',
): string {
  return join(world.exportsDir, `${basename(world.dir)}${extent}${exportExtensions[format]}`);
}

/** An export replaces its target: a device, a pipe or anything else that is not a file would be destroyed. */
export function refuseTarget(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isFile() || status.isDirectory()) return;
  throw new UsageError({
    code: 'file.not-ordinary',
    happened: `${path} is not an ordinary file.`,
    todo: 'Name a file to write to, or write to standard output with --out -.',
  });
}
