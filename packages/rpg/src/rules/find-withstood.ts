// Finds, for a spell or other move without dice, the lowest number that withstands it, and the number rolled against it.

import type { RolledCheck } from './rolled-check.ts';

export interface Withstood {
  /** The lowest number that withstands the spell. */
  readonly needed: number;
  /** The number that was rolled to withstand the spell. */
  readonly rolled: number;
}

/**
 * The total of a spell is one less than the number to reach, so that a saving throw of exactly that number withstands
 * it. Shown as a plain comparison, such as "12 against 1", it would mean nothing to a reader.
 */
export function findWithstood({
  rolled,
  check,
  target,
  against,
}: Pick<RolledCheck, 'rolled' | 'check' | 'target' | 'against'>): Withstood | undefined {
  const hasDice = rolled.groups.some(({ dice }) => dice.length > 0);
  if (hasDice || check !== undefined || target === undefined || against === undefined) return undefined;
  return { needed: rolled.total + 1, rolled: target };
}

/**
 * Says whether somebody withstands the spell. The label of the roll's outcome is not used: the outcome is the caster's,
 * and beside a saving throw a reader would take it for the other side's.
 */
export function renderWithstood(roll: Parameters<typeof findWithstood>[0], name: string): string | undefined {
  const found = findWithstood(roll);
  if (found === undefined) return undefined;
  const { needed, rolled } = found;
  return `${needed} or more withstands it, ${rolled} was rolled: ${nameWithstood(found, name)}`;
}

export function nameWithstood({ needed, rolled }: Withstood, name: string): string {
  return rolled >= needed ? `${name} withstands it` : `${name} does not withstand it`;
}
