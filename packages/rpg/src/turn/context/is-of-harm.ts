// Tells whether a field of a sheet counts what can be lost, or says what afflicts somebody.

import type { Field } from '../../system/system.ts';

const categories: ReadonlySet<string> = new Set(['resources', 'status']);

export function isOfHarm({ definition }: Field): boolean {
  return categories.has(definition.category);
}
