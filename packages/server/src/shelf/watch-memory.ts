// Watches the memory of a world, whoever writes there: a terminal, another page, or this server.

import type { World } from '@terrarium/annotator/world';
import { readFromMemory } from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import { openPageStore } from '@terrarium/memory/page';
import type { ServerHost } from './server-host.ts';

export interface MemoryWatch {
  /** Whether anything was said, changed or forgotten since the last call or, on the first call, since the mark. */
  hasChanged(): Promise<boolean>;
}

/** The mark of a memory that does not exist yet. */
export const unremembered = '';

/** `world` is the folder that contains the memory, `since` the mark of the memory as the client has read it. */
export function openMemoryWatch(host: ServerHost, world: World, since?: string): MemoryWatch {
  let mark = since;
  return {
    async hasChanged() {
      const before = mark;
      const readMark = (connection: Connection) => openPageStore(connection).readMark();
      mark = (await readFromMemory(host, world, readMark, { isLook: true })) ?? unremembered;
      return before !== undefined && mark !== before;
    },
  };
}
