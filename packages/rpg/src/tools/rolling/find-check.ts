// Finds a check of the system by its id or its label.

import type { Check } from '../../system/check.ts';
import type { System } from '../../system/system.ts';

export function findCheck({ checks }: System, wanted: string | undefined): Check | undefined {
  if (wanted === undefined) return undefined;
  const label = wanted.trim().toLowerCase();
  return checks.get(wanted) ?? [...checks.values()].find((check) => check.label.toLowerCase() === label);
}
