// Takes a card's lore into a memory as fragments, and leaves what stands there already.

import type { Connection } from '@terrarium/kernel/open-database';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import type { LoreFragment } from './plan-lore.ts';

export interface ImportedLore {
  readonly added: number;
  readonly known: number;
  /** Keys of fragments that say something else already. */
  readonly kept: readonly string[];
}

/** All of it or nothing; again, it brings what is missing. No event is its source: it was never said. */
export function importLore(
  connection: Connection,
  lore: readonly LoreFragment[],
  atMs: number,
): ImportedLore {
  const fragments = openFragmentStore(connection);
  return connection
    .transaction(() => {
      const kept: string[] = [];
      let [added, known] = [0, 0];
      for (const { key, ambient, recognition, inventory } of lore) {
        const there = fragments.findByKey(key);
        if (there === undefined) {
          fragments.create({ key, ambient, recognition, inventory, sources: [] }, atMs);
          added += 1;
        } else if (there.inventory === inventory) known += 1;
        else kept.push(key);
      }
      return { added, known, kept };
    })
    .immediate();
}
