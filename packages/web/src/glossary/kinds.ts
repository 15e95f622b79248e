// Kinds: what an entry may be, and what each is called on these pages.

/** By the tag that an entry bears for it. */
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

/** The kind of an entry for those who look at it; none where it is only something else. */
export function listKinds(tags: readonly string[]): readonly string[] {
  const kind = findKind(tags);
  return kind === undefined || kind === 'term' ? [] : [kind];
}
