// Writes a file whole or not at all: under another name, flushed to the disk, then renamed, and its folder flushed.

import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { type FileAccess, writeNamedFile } from '@terrarium/kernel/named-file';
import { isWithin, openWorldFolder } from '@terrarium/kernel/world-folder';

/**
 * Replaces the file at `path` with the chunks, in order; returns its length in bytes. If this fails, the old file
 * stays as it was, and nothing is left behind. In the world's folder, symbolic links are not followed, as for every
 * file of a world; elsewhere they are, because a person named the path. `worldDir` is undefined only if there is no
 * world.
 */
export function writeFile(
  path: string,
  chunks: Iterable<string>,
  worldDir: string | undefined,
  access: FileAccess = {},
): number {
  try {
    if (worldDir !== undefined && isWithin(worldDir, path))
      return openWorldFolder(worldDir).write(path, chunks);
    return writeNamedFile(path, chunks, access);
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error;
    if (error instanceof TerrariumError || !isSystemError) throw error;
    throw new StorageError({
      code: 'file.cannot-write',
      happened: `${path} cannot be written.`,
      todo: 'Check its folder, its permissions and the space left on the disk, or choose another place.',
      cause: error,
    });
  }
}
