// Reads a file that a person named in blocks, never holding more than one.

import { openNamedFile } from './named-file.ts';

const blockBytes = 1 << 20;

/** Blocks of at most a mebibyte that together are the file; each is a buffer of its own. Throws as `openNamedFile` does. */
export function* readBlocks(path: string): Generator<Buffer> {
  const file = openNamedFile(path);
  try {
    for (let at = 0; ; ) {
      const block = file.read(at, blockBytes);
      if (block.length === 0) return;
      at += block.length;
      yield block;
    }
  } finally {
    file.close();
  }
}
