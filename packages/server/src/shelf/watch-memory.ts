// Watches the memory of a world, whoever writes there: a terminal, another page, or we ourselves.

import type { World } from '@terrarium/annotator/world';
import { readFromMemory } from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import { openPageStore } from '@terrarium/memory/page';
import type { ServerHost } from './server-host.ts';

export interface MemoryWatch {
  /** Whether anything was said, changed or forgotten since this was asked last; false the first time. */
  hasChanged(): Promise<boolean>;
}

/** `world`: the folder in which the memory lies. */
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
