// Writes a file whole or not at all: under another name, flushed to the disk, then renamed, and its folder flushed.

import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { writeNamedFile } from '@terrarium/kernel/named-file';
import { isWithin, openWorldFolder } from '@terrarium/kernel/world-folder';

/**
 * Replaces the file at `path` with the chunks, in order; answers how many bytes it has. On failure the old file stands and
 * nothing is left behind. Within the folder of a world it is written as all of a world is; a place that a person named
 * elsewhere is theirs, its links too. A world's folder is undefined only where there is no world.
 */
export function writeFile(path: string, chunks: Iterable<string>, worldDir: string | undefined): number {
  try {
    if (worldDir !== undefined && isWithin(worldDir, path))
      return openWorldFolder(worldDir).write(path, chunks);
    return writeNamedFile(path, chunks);
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
