// Finds the existing name that somebody probably meant when they typed an unknown name.

const farthestShare = 0.4;
const wordBorders = /[^\p{L}\p{N}]+/u;

/**
 * The candidate that differs from `name` by the fewest edits; undefined if even these are too many for the length of
 * `name`.
 */
export function findNearest(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.floor(Math.min(name.length, 60) * farthestShare) + 1;
  const wanted = name.slice(0, 100).toLowerCase();
  const letters = [...wanted].length;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    // The number of edits is at least the difference of the lengths, so most candidates need no exact count.
    if (Math.abs(known.length - letters) >= fewest) continue;
    const edits = countEdits(wanted, known);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/**
 * Sorts the candidates, the likeliest first: those that contain the name or are contained in it, then those with a
 * similar word, then the rest. Within each group, those with the fewest edits come first.
 */
export function sortByNearness(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 100);
  const distances = new Map(
    candidates.map((candidate) => {
      const known = candidate.toLowerCase().slice(0, 100);
      return [candidate, rankLikeness(wanted, known) * 1_000 + countEdits(wanted, known)] as const;
    }),
  );
  const measure = (candidate: string) => distances.get(candidate) ?? 0;
  return [...candidates].sort((one, other) => measure(one) - measure(other));
}

function rankLikeness(wanted: string, known: string): number {
  if (known.includes(wanted) || wanted.includes(known)) return 0;
  return findNearest(wanted, [known, ...known.split(wordBorders)]) === undefined ? 2 : 1;
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
