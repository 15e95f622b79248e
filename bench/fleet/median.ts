// Computes the median of a list of numbers, and times how long a function takes.

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** How many milliseconds each of `times` runs of the work takes. */
export async function measureTimes(
  times: number,
  work: (at: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const began = performance.now();
    await work(at);
    taken.push(performance.now() - began);
  }
  return taken;
}
