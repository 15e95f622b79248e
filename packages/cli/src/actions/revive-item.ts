// Brings an item back into mind, and shows the item.

import { buildRevived } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { ItemId } from '@terrarium/memory/item';
import type { Shell } from '../shell/shell.ts';
import { renderRevived } from '../views/render-corrected.ts';
import type { CorrectingOptions } from './correct-memory.ts';
import { showFromMemory } from './show-from-memory.ts';

export async function reviveItem(shell: Shell, item: number, options: CorrectingOptions): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'revivedItem' }, (companion) => {
    const revived = companion.revive(item as ItemId);
    if (revived === undefined) throw refuseItem(item);
    const value = buildRevived(revived);
    const { width } = shell.printer;
    return {
      value,
      renderLines: () => renderRevived(value, width),
    };
  });
}

function refuseItem(item: number): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is no item ${item} in this memory.`,
    todo: 'Find its number with "terrarium memory search WORDS" or "terrarium memory recap".',
  });
}
