// Tells whether a field of a sheet is a list of things that somebody carries.

import type { Field, System } from './system.ts';

export function isInventory({ definition, kind }: Field): boolean {
  return definition.category === 'inventory' && kind.add !== undefined;
}

/** All lists of things carried on the sheet of this type, such as a pack and a purse; empty if it has none. */
export function listInventoryFields(system: System, type: string): readonly Field[] {
  return (system.sheets.get(type)?.fields ?? []).filter(isInventory);
}
