// Says whether somebody has a thing: as an item of its own, or on a list of their sheet.

import type { Entity, GameState } from '../values/entity.ts';
import { isObject, type Json } from '../values/json.ts';

/** The thing is given by its name or id; case does not matter. */
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

/** Objects within lists, anywhere on a sheet. */
function listItems(value: Json): readonly { readonly [name: string]: Json }[] {
  if (Array.isArray(value)) return value.filter((item): item is { [name: string]: Json } => isObject(item));
  return isObject(value) ? Object.values(value).flatMap(listItems) : [];
}
