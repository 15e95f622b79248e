// Aligns two sequences of digests: finds what both have in the same order.

/** The indexes of equal elements in the two sequences. */
export type Pair = readonly [before: number, after: number];

/** A stretch of each sequence that is still to be aligned; the end indexes are not part of it. */
interface Stretch {
  readonly before: number;
  readonly beforeEnd: number;
  readonly after: number;
  readonly afterEnd: number;
  readonly depth: number;
}

interface Sequences {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * If a stretch without anchors has at most this many cells, it is compared cell by cell; a larger one is left
 * unpaired.
 */
const maxCells = 250_000;
/** How deep the search goes for anchors in the gaps between anchors. */
const maxDepth = 40;

/**
 * Returns pairs whose indexes rise in both sequences. An element that occurs exactly once in both is an anchor. The
 * longest rising run of anchors is kept, and the stretches between them are aligned in the same way. Takes time in
 * proportion to the length of the sequences.
 */
export function alignSequences(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const waiting: Stretch[] = [
    { before: 0, beforeEnd: before.length, after: 0, afterEnd: after.length, depth: 0 },
  ];
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const rest = trimEqual({ before, after }, stretch, pairs);
    if (rest.before === rest.beforeEnd || rest.after === rest.afterEnd) continue;
    const anchors = rest.depth < maxDepth ? listAnchors({ before, after }, rest) : [];
    if (anchors.length > 0) addAll(waiting, splitStretch(rest, anchors));
    addAll(pairs, anchors.length > 0 ? anchors : compareCells({ before, after }, rest));
  }
  return pairs.sort(([one], [other]) => one - other);
}

/** Adds the items one by one: a call cannot have hundreds of thousands of arguments. */
function addAll<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

/** Returns the longest run of pairs in which both indexes rise; the first indexes of `pairs` must already rise. */
export function chooseRising(pairs: readonly Pair[]): readonly Pair[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, [, place]] of pairs.entries()) {
    const length = computeLength(ends, pairs, place);
    previous.push(length === 0 ? -1 : (ends[length - 1] ?? -1));
    ends[length] = at;
  }
  const kept: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) kept.push(pair);
  }
  return kept.reverse();
}

/** The length of the longest run that can continue with a pair whose second index is `place`. */
function computeLength(ends: readonly number[], pairs: readonly Pair[], place: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pairs the common beginning and end of both stretches; returns the stretch that is left in between. */
function trimEqual({ before, after }: Sequences, stretch: Stretch, pairs: Pair[]): Stretch {
  const rest = { ...stretch };
  const isLeft = () => rest.before < rest.beforeEnd && rest.after < rest.afterEnd;
  while (isLeft() && before[rest.before] === after[rest.after]) {
    pairs.push([rest.before, rest.after]);
    rest.before += 1;
    rest.after += 1;
  }
  while (isLeft() && before[rest.beforeEnd - 1] === after[rest.afterEnd - 1]) {
    rest.beforeEnd -= 1;
    rest.afterEnd -= 1;
    pairs.push([rest.beforeEnd, rest.afterEnd]);
  }
  return rest;
}

function listAnchors({ before, after }: Sequences, stretch: Stretch): readonly Pair[] {
  const there = collectSingle(after, stretch.after, stretch.afterEnd);
  const single = [...collectSingle(before, stretch.before, stretch.beforeEnd)].flatMap(([value, place]) => {
    const other = place === undefined ? undefined : there.get(value);
    return place === undefined || other === undefined ? [] : [[place, other] as const];
  });
  return chooseRising(single);
}

/** Maps each value to its index, in the order of first occurrence; to undefined if the value occurs more than once. */
function collectSingle(values: readonly string[], from: number, to: number): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (let at = from; at < to; at += 1) {
    const value = values[at] ?? '';
    places.set(value, places.has(value) ? undefined : at);
  }
  return places;
}

function splitStretch(stretch: Stretch, anchors: readonly Pair[]): readonly Stretch[] {
  const depth = stretch.depth + 1;
  const ends: readonly Pair[] = [...anchors, [stretch.beforeEnd, stretch.afterEnd]];
  return ends.map(([beforeEnd, afterEnd], index) => {
    const [before, after] = anchors[index - 1] ?? [stretch.before - 1, stretch.after - 1];
    return { before: before + 1, beforeEnd, after: after + 1, afterEnd, depth };
  });
}

/** Finds the longest common subsequence by a table of lengths; finds nothing if the table would be too large. */
function compareCells({ before, after }: Sequences, stretch: Stretch): readonly Pair[] {
  const height = stretch.beforeEnd - stretch.before;
  const width = stretch.afterEnd - stretch.after;
  if (height * width > maxCells) return [];
  const row = width + 1;
  const lengths = new Uint16Array((height + 1) * row);
  const isEqual = (y: number, x: number) => before[stretch.before + y] === after[stretch.after + x];
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const skipped = Math.max(lengths[(y + 1) * row + x] ?? 0, lengths[y * row + x + 1] ?? 0);
      const taken = isEqual(y, x) ? (lengths[(y + 1) * row + x + 1] ?? 0) + 1 : 0;
      lengths[y * row + x] = Math.max(skipped, taken);
    }
  }
  return walkCells(stretch, { lengths, row, isEqual });
}

interface Cells {
  readonly lengths: Uint16Array;
  readonly row: number;
  readonly isEqual: (y: number, x: number) => boolean;
}

function walkCells(stretch: Stretch, { lengths, row, isEqual }: Cells): readonly Pair[] {
  const pairs: Pair[] = [];
  let y = 0;
  let x = 0;
  while (stretch.before + y < stretch.beforeEnd && stretch.after + x < stretch.afterEnd) {
    const here = lengths[y * row + x] ?? 0;
    if (isEqual(y, x) && here === (lengths[(y + 1) * row + x + 1] ?? 0) + 1) {
      pairs.push([stretch.before + y, stretch.after + x]);
      y += 1;
      x += 1;
    } else if ((lengths[(y + 1) * row + x] ?? 0) >= (lengths[y * row + x + 1] ?? 0)) y += 1;
    else x += 1;
  }
  return pairs;
}
