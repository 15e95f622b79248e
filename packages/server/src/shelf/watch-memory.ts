// Watches the memory of a world, whoever writes there: a terminal, another page, or this server.

import type { World } from '@terrarium/annotator/world';
import { readFromMemory } from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import { openPageStore } from '@terrarium/memory/page';
import type { ServerHost } from './server-host.ts';

export interface MemoryWatch {
  /** Whether anything was said, changed or forgotten since the last call; false on the first call. */
  hasChanged(): Promise<boolean>;
}

/** `world` is the folder that contains the memory. */
export function openMemoryWatch(host: ServerHost, world: World): MemoryWatch {
  let mark: string | undefined;
  return {
    async hasChanged() {
      const before = mark;
      const readMark = (connection: Connection) => openPageStore(connection).readMark();
      mark = (await readFromMemory(host, world, readMark, { isLook: true })) ?? '';
      return before !== undefined && mark !== before;
    },
  };
}
