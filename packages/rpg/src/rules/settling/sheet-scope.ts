// Sheet scope: the values that formulas read while their sheet is being settled, updated after each field.

import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Scope } from '../../system/formula.ts';
import type { Field, Table } from '../../system/system.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { FormulaFailure } from '../formulas/formula-values.ts';
import { readAt } from '../read-value.ts';
import type { SheetPlan } from './sheet-plan.ts';

/** Each alias in a chain may be a formula of the greatest depth, so a longer chain would be too deep to evaluate. */
export const deepestAlias = 20;

export interface SheetScope extends Scope {
  /** The value in a slot; undefined if there is none. */
  find(slot: number): Json | undefined;
  /** Gives the field in a slot this value from now on. */
  set(slot: number, value: Json): void;
}

export function openSheetScope(
  plan: SheetPlan,
  values: JsonObject,
  tables: ReadonlyMap<string, Table>,
): SheetScope {
  const stored: (Json | undefined)[] = new Array(plan.slots.length);
  const isRead = new Uint8Array(plan.slots.length);
  const aliases = new Map<string, FormulaValue>();
  const open = { depth: 0 };
  const find = (slot: number): Json | undefined => {
    if (isRead[slot] === 1) return stored[slot];
    isRead[slot] = 1;
    stored[slot] = readAt(values, plan.slots[slot]?.names ?? []);
    return stored[slot];
  };
  const set = (slot: number, value: Json): void => {
    isRead[slot] = 1;
    stored[slot] = value;
    for (const alias of plan.slots[slot]?.aliases ?? []) aliases.delete(alias);
  };
  const scope: SheetScope = {
    find,
    set,
    read: (name) => {
      const found = plan.findName(name);
      if (found === undefined) return readAlias(name, { plan, scope, aliases, open });
      const field = plan.slots[found.slot]?.field;
      if (field === undefined) return undefined;
      const value = readPart(field, find(found.slot), found.part);
      return found.isLength && Array.isArray(value) ? value.length : value;
    },
    findInTable: (table, key, column) => findRowValue(tables.get(table), key, column),
  };
  return scope;
}

/** Reads a part of a field; a field without a value is read as if it had been settled. */
export function readPart(field: Field, value: Json | undefined, part: string): FormulaValue | undefined {
  const stored = value === undefined ? field.kind.settle(undefined, {}).value : value;
  return field.kind.read(stored, part);
}

interface AliasReading {
  readonly plan: SheetPlan;
  readonly scope: Scope;
  readonly aliases: Map<string, FormulaValue>;
  /** How many aliases are being computed at the moment, each because another reads it. */
  readonly open: { depth: number };
}

function readAlias(name: string, { plan, scope, aliases, open }: AliasReading): FormulaValue | undefined {
  const known = aliases.get(name);
  if (known !== undefined) return known;
  const formula = plan.sheet.aliases.get(name);
  if (formula === undefined) return undefined;
  if (open.depth >= deepestAlias)
    throw new FormulaFailure(`one alias leads to the next more than ${deepestAlias} times`);
  open.depth += 1;
  const evaluated = formula.evaluate(scope);
  open.depth -= 1;
  if (!evaluated.ok)
    throw new FormulaFailure(nameAlias(evaluated.say, `(in \`${name}\` = ${formula.source})`));
  aliases.set(name, evaluated.value);
  return evaluated.value;
}

/**
 * Adds to a message the alias that contains the fault, unless the message already names a deeper alias, which is the
 * one to mend.
 */
function nameAlias(say: string, where: string): string {
  return say.includes('(in `') ? say : `${say} ${where}`;
}

/** Column 1 is the first value of a row. The row is the last whose key is not above the key that is looked up. */
function findRowValue(table: Table | undefined, key: number, column: number): number | undefined {
  const row = table?.rows.findLast((each) => each.at <= key);
  return row?.values[column - 1];
}
