// Lists the answers below the window of the talk that were never in view.

interface Placed {
  /** Empty while the answer is still coming. */
  readonly id: string;
  /** Where the answer begins, from the top of the page. */
  readonly top: number;
}

/** An answer counts as seen once this much of it, a name and a line, was above the bottom of the window. */
const seenPx = 40;

/**
 * Returns the answers below the window that were never in view. Adds to `seen` the ids of those that are in view or
 * above it.
 */
export function listUnseen<One extends Placed>(
  answers: readonly One[],
  bottom: number,
  seen: Set<string>,
): readonly One[] {
  return answers.filter(({ id, top }) => {
    if (top + seenPx > bottom) return id === '' || !seen.has(id);
    if (id !== '') seen.add(id);
    return false;
  });
}
