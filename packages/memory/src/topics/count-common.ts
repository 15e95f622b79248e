// Counts what two sets have in common.

export function countCommon<Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): number {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const value of fewer) if (more.has(value)) common += 1;
  return common;
}
