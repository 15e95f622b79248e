// Reads a whole file to be imported, if it is not too large to be held.

import { UsageError } from '@terrarium/kernel/errors';
import { openNamedFile } from '@terrarium/kernel/named-file';

export interface LargestSource {
  readonly megabytes: number;
  /** What to do with a larger one. */
  readonly todo: string;
}

/** Throws `UsageError` for a file that is larger. */
export function readWhole(path: string, largest: LargestSource): Buffer {
  const file = openNamedFile(path);
  try {
    refuseLarger(path, file.size, largest);
    return file.read(0, file.size);
  } finally {
    file.close();
  }
}

/** Throws `UsageError` for a file that is larger. */
export function refuseHuge(path: string, largest: LargestSource): void {
  const file = openNamedFile(path);
  file.close();
  refuseLarger(path, file.size, largest);
}

function refuseLarger(path: string, bytes: number, { megabytes, todo }: LargestSource): void {
  if (bytes <= megabytes * 1024 * 1024) return;
  throw new UsageError({
    code: 'import.too-large',
    happened: `${path} is larger than ${megabytes} MB.`,
    todo: `${todo} Nothing was imported.`,
  });
}
