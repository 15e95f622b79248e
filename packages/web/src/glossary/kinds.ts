// Kinds: the kinds of entries with their names on these pages.

/** The name of each kind, by the tag that an entry has for it. */
export const kindNames: ReadonlyMap<string, string> = new Map([
  ['character', 'character (a person)'],
  ['location', 'location (a place)'],
  ['faction', 'faction (a group of people)'],
  ['creature', 'creature (a kind of living thing)'],
  ['item', 'item (a thing)'],
  ['mechanic', 'mechanic (a rule, power or craft)'],
  ['event', 'event'],
  ['title', 'title (a rank or an office)'],
  ['term', 'something else'],
]);

export function findKind(tags: readonly string[]): string | undefined {
  return tags.find((tag) => kindNames.has(tag));
}

/** The kind of an entry as a list to join with other facts; empty if the entry has no kind other than `term`. */
export function listKinds(tags: readonly string[]): readonly string[] {
  const kind = findKind(tags);
  return kind === undefined || kind === 'term' ? [] : [kind];
}
