// Entry kind: what an entry is, which stands among its tags.

export const entryKinds = ['character', 'location', 'faction', 'item', 'mechanic', 'event', 'term'] as const;

export function findKind(tags: readonly string[]): string | undefined {
  return entryKinds.find((kind) => tags.includes(kind));
}
