// Watches the memory of a world, whoever writes there: a terminal, another page, or we ourselves.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '@terrarium/annotator/world';
import { readFromMemory } from '@terrarium/composition/memory-world';
import { openPageStore } from '@terrarium/memory/page';
import type { ServerHost } from './server-host.ts';

export interface MemoryWatch {
  /** Whether anything was said, changed or forgotten since the last look. */
  look(): Promise<boolean>;
}

export function openMemoryWatch(host: ServerHost, world: World): MemoryWatch {
  let files = readFiles(world.dir);
  let mark: string | undefined;
  return {
    async look() {
      const now = readFiles(world.dir);
      if (now === files && mark !== undefined) return false;
      const before = mark;
      mark = (await readFromMemory(host, world, (connection) => openPageStore(connection).readMark())) ?? '';
      // Looking itself may touch the files.
      files = readFiles(world.dir);
      return before !== undefined && mark !== before;
    },
  };
}

function readFiles(dir: string): string {
  return ['memory.sqlite', 'memory.sqlite-wal']
    .map((name) => {
      const found = statSync(join(dir, name), { throwIfNoEntry: false });
      return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
    })
    .join();
}
