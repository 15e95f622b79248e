// Guards the disk: if a world's folder cannot be written, throws an error that says what to do.

import { StorageError, TerrariumError } from '@terrarium/kernel/errors';

/** Runs `work`. If it throws anything but one of our errors, throws a `StorageError` instead. */
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
