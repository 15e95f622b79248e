// Spread: how likely each value is, and how that changes when values are added, multiplied or kept.

/**
 * Weights are whole numbers with the sum `whole`, and so exact. If that sum would be too large for an exact number,
 * `whole` is 1 and the weights are probabilities.
 */
export interface Spread {
  readonly weights: ReadonlyMap<number, number>;
  readonly whole: number;
}

/** How much work computing the odds may still take, in pairs of values that are combined. */
export interface Work {
  left: number;
}

const mostValues = 20_000;

export function buildSpread(value: number): Spread {
  return { weights: new Map([[value, 1]]), whole: 1 };
}

/** The spread of two independent values combined; undefined if it would be too much work. */
export function mergeSpreads(
  [left, right]: readonly [Spread, Spread],
  act: (left: number, right: number) => number,
  work: Work,
): Spread | undefined {
  const isTooLarge = left.whole * right.whole > Number.MAX_SAFE_INTEGER;
  const [one, other] = isTooLarge ? [normalise(left), normalise(right)] : [left, right];
  work.left -= one.weights.size * other.weights.size;
  if (work.left < 0) return undefined;
  const weights = new Map<number, number>();
  for (const [value, weight] of one.weights) {
    for (const [added, share] of other.weights) {
      const result = act(value, added);
      weights.set(result, (weights.get(result) ?? 0) + weight * share);
    }
  }
  return weights.size > mostValues ? undefined : { weights, whole: one.whole * other.whole };
}

export function sumSpread(one: Spread, count: number, work: Work): Spread | undefined {
  let sum: Spread | undefined = buildSpread(0);
  for (let index = 0; index < count && sum !== undefined; index += 1) {
    sum = mergeSpreads([sum, one], (left, right) => left + right, work);
  }
  return sum;
}

export function applyToSpread({ weights, whole }: Spread, act: (value: number) => number): Spread {
  const mapped = new Map<number, number>();
  for (const [value, weight] of weights) {
    const result = act(value);
    mapped.set(result, (mapped.get(result) ?? 0) + weight);
  }
  return { weights: mapped, whole };
}

/** The same spread with probabilities as weights. */
export function normalise({ weights, whole }: Spread): Spread {
  if (whole === 1) return { weights, whole };
  return { weights: new Map([...weights].map(([value, weight]) => [value, weight / whole])), whole: 1 };
}

export function computeMeanOf({ weights, whole }: Spread): number {
  let sum = 0;
  for (const [value, weight] of weights) sum += value * weight;
  return sum / whole;
}

export interface KeptShare {
  readonly count: number;
  readonly kept: number;
  readonly which: 'high' | 'low';
  /** What a kept value adds to the sum. */
  readonly measure: (value: number) => number;
}

/** The spread of the sum of the highest or lowest few of `count` values; undefined if it would be too much work. */
export function computeKeptSpread(one: Spread, share: KeptShare, work: Work): Spread | undefined {
  const base = one.whole ** share.count > Number.MAX_SAFE_INTEGER ? normalise(one) : one;
  const sign = share.which === 'high' ? -1 : 1;
  const values = [...base.weights].sort(([left], [right]) => sign * (left - right));
  // In `states[n]`, `n` dice have been given a value; it maps each sum of the kept ones among them to its weight.
  let states: ReadonlyMap<number, number>[] = [new Map([[0, 1]])];
  for (const value of values) {
    const next = advanceStates(states, { share, value, work });
    if (next === undefined) return undefined;
    states = next;
  }
  const weights = states[share.count] ?? new Map<number, number>();
  return { weights, whole: base.whole ** share.count };
}

interface Taking {
  readonly share: KeptShare;
  readonly value: readonly [number, number];
  readonly work: Work;
}

function advanceStates(
  states: readonly ReadonlyMap<number, number>[],
  { share, value: [value, weight], work }: Taking,
): ReadonlyMap<number, number>[] | undefined {
  const next = Array.from({ length: share.count + 1 }, () => new Map<number, number>());
  for (const [had, sums] of states.entries()) {
    work.left -= sums.size * (share.count - had + 1);
    if (work.left < 0) return undefined;
    // The number of ways to choose the dice and the weight of their faces are kept apart, since each of the two is a
    // whole number at every step.
    let [choices, power] = [1, 1];
    for (let more = 0; had + more <= share.count; more += 1) {
      const gain = (Math.min(had + more, share.kept) - Math.min(had, share.kept)) * share.measure(value);
      addAll(next[had + more], sums, { gain, ways: choices * power });
      choices = (choices * (share.count - had - more)) / (more + 1);
      power *= weight;
    }
  }
  return next;
}

function addAll(
  into: Map<number, number> | undefined,
  sums: ReadonlyMap<number, number>,
  { gain, ways }: { gain: number; ways: number },
): void {
  if (ways === 0) return;
  for (const [sum, weight] of sums) into?.set(sum + gain, (into.get(sum + gain) ?? 0) + weight * ways);
}
