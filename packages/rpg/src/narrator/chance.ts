// Chance of the narrator: choices that follow from a seed and a key alone, so that a turn told again is told the same.

/** FNV-1a with a final mix: a number in [0, 2^32) that differs wherever the text does. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number in [0, 1). */
export function drawNumber(key: string): number {
  return hashText(key) / 0x1_0000_0000;
}

/** The items in an order that follows from the key. */
export function shuffle<T>(items: readonly T[], key: string): readonly T[] {
  return items
    .map((item, index) => ({ item, weight: hashText(`${key}/${index}`) }))
    .sort((one, other) => one.weight - other.weight)
    .map(({ item }) => item);
}

export function chooseOne<T>(items: readonly T[], key: string): T | undefined {
  return items[hashText(key) % Math.max(1, items.length)];
}
