// Finds the existing name that somebody probably meant when they typed an unknown name.

/** The share of a name's letters that may be typed wrongly. */
const farthestShare = 0.4;
const wordBorders = /[^\p{L}\p{N}]+/u;

/**
 * The candidate that differs from `name` by the fewest edits; undefined if even these are too many for the length of
 * `name`.
 */
export function findNearest(
  name: string,
  candidates: Iterable<string>,
  farthest = farthestShare,
): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.floor(Math.min(name.length, 60) * farthest) + 1;
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
  return rank(name, candidates).map(({ candidate }) => candidate);
}

/** The candidates that share something with the name, the likeliest first; all of them if none does. */
export function filterAlike(name: string, candidates: readonly string[]): readonly string[] {
  const ranked = rank(name, candidates);
  const alike = ranked.filter(({ likeness }) => likeness < unlike);
  return (alike.length > 0 ? alike : ranked).map(({ candidate }) => candidate);
}

/** Whether a candidate contains the name, is contained in it, or shares a word with it. */
export function isAlike(name: string, candidate: string): boolean {
  return rankLikeness(name.toLowerCase().slice(0, longestCompared), candidate.toLowerCase()) < unlike;
}

const longestCompared = 100;
const unlike = 2;
/** A shorter word, such as an article, is no likeness. */
const leastShared = 3;

function rank(name: string, candidates: readonly string[]) {
  const wanted = name.toLowerCase().slice(0, longestCompared);
  return candidates
    .map((candidate) => {
      const known = candidate.toLowerCase().slice(0, longestCompared);
      return { candidate, likeness: rankLikeness(wanted, known), edits: countEdits(wanted, known) };
    })
    .sort((one, other) => one.likeness - other.likeness || one.edits - other.edits);
}

function rankLikeness(wanted: string, known: string): number {
  if (known.includes(wanted) || wanted.includes(known)) return 0;
  const words = known.split(wordBorders);
  if (findNearest(wanted, [known, ...words]) !== undefined) return 1;
  const isShared = (word: string) => [...word].length >= leastShared && words.includes(word);
  return wanted.split(wordBorders).some(isShared) ? 1 : unlike;
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
