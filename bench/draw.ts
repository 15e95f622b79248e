// Draws items at random from a seed: the same seed draws the same items everywhere.

/** Builds a function that returns numbers from 0 up to, but not including, 1. */
export function buildChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Draws `size` of the items, or all if there are fewer; none is drawn twice. */
export function drawItems<Item>(items: readonly Item[], size: number, chance: () => number): readonly Item[] {
  const rest = [...items];
  const drawn: Item[] = [];
  while (drawn.length < size && rest.length > 0) {
    drawn.push(...rest.splice(Math.floor(chance() * rest.length), 1));
  }
  return drawn;
}
