// Nearest name: what somebody probably meant who wrote a name that is not there.

const farthestShare = 0.4;

/** The candidate with the fewest edits to `name`, when those are few for its length. */
export function findNearest(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.floor(Math.min(name.length, 60) * farthestShare) + 1;
  const wanted = name.slice(0, 100).toLowerCase();
  const letters = [...wanted].length;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    // Names that differ so much in length need as many edits.
    if (Math.abs(known.length - letters) >= fewest) continue;
    const edits = countEdits(wanted, known);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/** The candidates, likeliest first: those that hold the name or are held by it, then by edits. */
export function sortByNearness(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 100);
  const distances = new Map(
    candidates.map((candidate) => {
      const known = candidate.toLowerCase().slice(0, 100);
      const isAlike = known.includes(wanted) || wanted.includes(known);
      return [candidate, { isAlike, edits: countEdits(wanted, known) }] as const;
    }),
  );
  const measure = (candidate: string) => {
    const distance = distances.get(candidate);
    return (distance?.isAlike === true ? 0 : 1_000) + (distance?.edits ?? 0);
  };
  return [...candidates].sort((one, other) => measure(one) - measure(other));
}

function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1);
      next.push(Math.min((next[at - 1] ?? 0) + 1, (row[at] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
