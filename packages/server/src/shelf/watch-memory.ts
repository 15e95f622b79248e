// Watches the memory of a world for changes by any program: a terminal, another page, or this server.

import { type MemoryWorld, readFromMemory } from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import { openPageStore } from '@terrarium/memory/page';
import type { Desk } from './desk.ts';

export interface MemoryWatch {
  /** Whether anything was said, changed or forgotten since the last call or, on the first call, since the mark. */
  hasChanged(): Promise<boolean>;
}

/** The mark of a memory that does not exist yet. */
export const unremembered = '';

/** `since` is the mark of the memory as the client has read it. */
export function openMemoryWatch(
  { host, memories }: Pick<Desk, 'host' | 'memories'>,
  memory: MemoryWorld,
  since?: string,
): MemoryWatch {
  let mark = since;
  return {
    async hasChanged() {
      const before = mark;
      const readMark = (connection: Connection) => openPageStore(connection).readMark();
      mark =
        memories.readIfOpen(memory, readMark) ??
        (await readFromMemory(host, memory.world, readMark, { isLook: true })) ??
        unremembered;
      return before !== undefined && mark !== before;
    },
  };
}
