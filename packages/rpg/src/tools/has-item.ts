// Says whether somebody has a thing: as an item of its own, or on a list of their sheet.

import type { Entity, GameState } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { listItems } from './list-items.ts';

/** `wanted` is the name, the id or the key of the thing; case does not matter. */
export function hasItem(state: GameState, who: Entity, wanted: string): boolean {
  const name = wanted.trim().toLowerCase();
  const isWanted = (value: Json | undefined) => typeof value === 'string' && value.toLowerCase() === name;
  const held = state
    .list('item')
    .some(
      (item) =>
        item.sheet['holder'] === who.id &&
        (isWanted(item.sheet['name']) || isWanted(item.id) || isWanted(item.key)),
    );
  return held || listItems(who.sheet).some((item) => isWanted(item['name']) || isWanted(item['id']));
}
