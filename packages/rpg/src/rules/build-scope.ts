// Builds a scope, from which formulas and rolls read the values of a settled sheet by name.

import type { FormulaValue } from '../prefabs/prefab.ts';
import type { Scope } from '../system/formula.ts';
import type { Sheet, Table } from '../system/system.ts';
import type { JsonObject } from '../values/json.ts';
import { FormulaFailure } from './formulas/formula-values.ts';
import { readValue } from './read-value.ts';
import { resolvePath } from './resolve-path.ts';
import { planSheet } from './settling/sheet-plan.ts';
import { openSheetScope } from './settling/sheet-scope.ts';

/**
 * Reads fields, their parts, aliases, the lengths of lists, and items of lists by id or name. Never throws: an alias
 * that cannot be computed gives undefined.
 */
export function buildScope(sheet: Sheet, values: JsonObject, tables: ReadonlyMap<string, Table>): Scope {
  const scope = openSheetScope(planSheet(sheet), values, tables);
  const read = (name: string): FormulaValue | undefined => {
    try {
      return scope.read(name) ?? readItem(sheet, values, name);
    } catch (cause) {
      if (cause instanceof FormulaFailure) return undefined;
      throw cause;
    }
  };
  return { read, findInTable: (table, key, column) => scope.findInTable?.(table, key, column) };
}

function readItem(sheet: Sheet, values: JsonObject, name: string): FormulaValue | undefined {
  const resolved = resolvePath(sheet, name, values);
  if (!resolved.ok || resolved.itemId === undefined || resolved.part === resolved.itemId) return undefined;
  const stored = readValue(values, resolved.field.path);
  return stored === undefined ? undefined : resolved.field.kind.read(stored, resolved.part);
}
