// Reads a file in blocks, never holding more than one.

import { closeSync, openSync, readSync } from 'node:fs';

const blockBytes = 1 << 20;

/** Blocks of at most a mebibyte that together are the file; each is a buffer of its own. */
export function* readBlocks(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const block = Buffer.allocUnsafe(blockBytes);
      const bytes = readSync(file, block, 0, blockBytes, null);
      if (bytes === 0) return;
      yield block.subarray(0, bytes);
    }
  } finally {
    closeSync(file);
  }
}
