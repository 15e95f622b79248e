// Entry kinds: what an entry may be.

/** What an entry may be, in the order in which kinds are shown; the prompt offers the same. */
export const entryKinds = [
  'character',
  'location',
  'faction',
  'creature',
  'item',
  'mechanic',
  'event',
  'title',
  'term',
] as const;
