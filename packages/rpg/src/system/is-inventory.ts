// Tells whether a field of a sheet is a list of things that somebody carries.

import type { Field, System } from './system.ts';

export function isInventory({ definition, kind }: Field): boolean {
  return definition.category === 'inventory' && kind.add !== undefined;
}

/** All lists of the sheets of this type, such as a pack and a purse; empty if its sheets have no list. */
export function listInventoryFields(system: System, type: string): readonly Field[] {
  return (system.sheets.get(type)?.fields ?? []).filter(isInventory);
}
