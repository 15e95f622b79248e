// Filters items by room: keeps, in their order, all for which there is still room.

/** Passes over an item that is too large for what is left, and goes on with the next one. */
export function filterFitting<Item>(
  items: readonly Item[],
  room: number,
  measure: (item: Item) => number,
): readonly Item[] {
  let left = room;
  return items.filter((item) => {
    const size = measure(item);
    if (size > left) return false;
    left -= size;
    return true;
  });
}
