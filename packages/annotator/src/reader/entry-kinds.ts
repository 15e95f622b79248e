// Entry kinds: character, location, faction and so on, in the order in which they are shown.

/** The kinds, in the order in which they are shown; the prompt offers the same kinds. */
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
