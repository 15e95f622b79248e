// Walks a tree of messages from its newest leaf to the root: the branch that a person sees.

/** Ids from the root to `leaf`; a circle ends where it closes. */
export function walkBranch(leaf: string, findParent: (id: string) => string | undefined): readonly string[] {
  const seen = new Set<string>();
  for (let id: string | undefined = leaf; id !== undefined && !seen.has(id); id = findParent(id))
    seen.add(id);
  return [...seen].reverse();
}
