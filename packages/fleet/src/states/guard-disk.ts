// Guards the disk: turns whatever fails while a world's folder is written into an error that says what to do.

import { StorageError, TerrariumError } from '@terrarium/kernel/errors';

/** Throws `StorageError` for whatever `work` throws that is not one of our errors. */
export function guardDisk<Result>(dir: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    throw new StorageError({
      code: 'fleet.cannot-write',
      happened: `The world cannot be written into ${dir}.`,
      todo: 'Check the permissions and the free space of that disk, or name another folder.',
      cause: error,
    });
  }
}
