// Sorts moments: one from each talk, then a second one from each, and so on.
// Of each talk, its ends and its middle come first.

export interface TimedMoment {
  readonly atMs: number;
  /** The number of characters said: a very short message says little. */
  readonly length: number;
}

/** A silence of this length separates two talks. */
const silenceMs = 4 * 60 * 60 * 1000;
/** In characters. Shorter moments are taken after the others of their talk. */
const leastTelling = 30;

/** Takes moments in the order of time, and returns all of them in the order in which they are to be taken. */
export function sortBySpread<Moment extends TimedMoment>(moments: readonly Moment[]): readonly Moment[] {
  const talks = sortByHalving(splitTalks(moments)).map((talk) => {
    const telling = talk.filter(({ length }) => length >= leastTelling);
    const short = talk.filter(({ length }) => length < leastTelling);
    return [...sortByHalving(telling), ...sortByHalving(short)];
  });
  const longest = Math.max(0, ...talks.map((talk) => talk.length));
  return Array.from({ length: longest }, (_, round) => talks.flatMap((talk) => talk[round] ?? [])).flat();
}

function splitTalks<Moment extends TimedMoment>(moments: readonly Moment[]): readonly (readonly Moment[])[] {
  const talks: Moment[][] = [];
  for (const [at, moment] of moments.entries()) {
    const before = moments[at - 1];
    const last = talks.at(-1);
    if (before === undefined || last === undefined || moment.atMs - before.atMs >= silenceMs)
      talks.push([moment]);
    else last.push(moment);
  }
  return talks;
}

/** Sorts values: the first, the last, the middle, then the middles of the gaps between these. */
function sortByHalving<Value>(values: readonly Value[]): readonly Value[] {
  if (values.length < 3) return values;
  const order = [0, values.length - 1];
  const gaps: (readonly [number, number])[] = [[0, values.length - 1]];
  for (let gap = gaps.shift(); gap !== undefined; gap = gaps.shift()) {
    const [from, until] = gap;
    if (until - from < 2) continue;
    const middle = (from + until) >> 1;
    order.push(middle);
    gaps.push([from, middle], [middle, until]);
  }
  return order.flatMap((at) => values.slice(at, at + 1));
}
