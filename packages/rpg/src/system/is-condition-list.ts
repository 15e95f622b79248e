// Tells whether a field of a sheet is a list of conditions, which end when their time has passed.

import type { Field, System } from './system.ts';

export function isConditionList({ kind }: Pick<Field, 'kind'>): boolean {
  return kind.pass !== undefined;
}

/** All lists of conditions on the sheet of this type: the one that everybody has, and those of the system's own. */
export function listConditionFields(system: System, type: string): readonly Field[] {
  return (system.sheets.get(type)?.fields ?? []).filter(isConditionList);
}
