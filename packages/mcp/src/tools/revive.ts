// The tool `revive`: brings back into mind an item that faded, or that was dropped, done or replaced.

import { buildRevived } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { ItemId } from '@terrarium/memory/item';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { rowNumber } from '../show/inputs.ts';

export const revive = buildCompanionTool({
  name: 'revive',
  title: 'Bring back into mind',
  description:
    'Bring back into mind an item that faded, was done, dropped or replaced, as if it had just been said. If another item had replaced it, it takes the place of that item. This also undoes what `correct` did.',
  input: z.strictObject({ item: rowNumber.describe('Its number, as search and recap show it') }),
  output: shapes.revivedItem,
  annotations: writes,
  run({ companion: { memory }, given: { item } }) {
    const revived = memory.revive(item as ItemId);
    if (revived === undefined) throw refuseItem(item);
    const value = buildRevived(revived);
    return { text: `${value.kind} ${value.item} is in mind again: ${value.content}`, value };
  },
});

function refuseItem(item: number): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is no item ${item} in this memory, or it was forgotten.`,
    todo: 'Find its number with search or recap.',
  });
}
