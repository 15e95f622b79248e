// Counts what the processor was busy for: where others work on the machine, the time on the clock says less.

/** Milliseconds since `began`, of this process with all its threads. */
export function countCpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

export function findMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
