// Merges changes into a list of entities that is sorted by position.

import { assert } from '@terrarium/kernel/errors';
import { comparePlaced, type Placed } from './placed.ts';

/** An entity that replaces another; `former` is undefined if the entity is new, `latter` if it was removed. */
export interface Replaced {
  /** The entity that is in the list. */
  readonly former: Placed | undefined;
  readonly latter: Placed | undefined;
}

/** Returns the list itself if nothing changes. Otherwise the cost is one copy and, for each change, a binary search. */
export function mergePlaced(before: readonly Placed[], changes: readonly Replaced[]): readonly Placed[] {
  if (changes.length === 0) return before;
  const list = [...before];
  const gone = new Set<number>();
  const added: Placed[] = [];
  for (const { former, latter } of changes) {
    const place = former === undefined ? undefined : searchPosition(before, former);
    if (place !== undefined && latter?.position === former?.position && latter !== undefined) {
      list[place] = latter;
      continue;
    }
    if (place !== undefined) gone.add(place);
    if (latter !== undefined) added.push(latter);
  }
  const kept = gone.size === 0 ? list : list.filter((_, place) => !gone.has(place));
  return addRising(kept, added.sort(comparePlaced));
}

/** Adds the new entities. They mostly belong at the end, so that sorting is rarely needed. */
function addRising(kept: Placed[], added: readonly Placed[]): readonly Placed[] {
  const [last, first] = [kept.at(-1), added[0]];
  for (const one of added) kept.push(one);
  const rises = last === undefined || first === undefined || last.position <= first.position;
  return rises ? kept : kept.sort(comparePlaced);
}

function searchPosition(list: readonly Placed[], { entity, position }: Placed): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.position ?? position) < position) low = middle + 1;
    else high = middle;
  }
  while (list[low]?.entity.id !== entity.id) {
    assert(low < list.length, `${entity.id} has a position beyond the end of its list.`);
    low += 1;
  }
  return low;
}
