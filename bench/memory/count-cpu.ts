// Counts processor time, which tells more than the clock if others use the machine too.

/** Milliseconds of processor time since `began`, for this process with all its threads. */
export function countCpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

export function findMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
