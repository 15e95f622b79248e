// Builds a settled sheet from a few values by path, for tests and benchmarks of the shipped systems.

import type { FormulaValue } from '../../src/prefabs/prefab.ts';
import { buildScope } from '../../src/rules/build-scope.ts';
import { parseFormula } from '../../src/rules/parse-formula.ts';
import { readValue, writeValue } from '../../src/rules/read-value.ts';
import { settle } from '../../src/rules/settle.ts';
import type { Scope } from '../../src/system/formula.ts';
import type { Settled } from '../../src/system/settled.ts';
import type { System } from '../../src/system/system.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';

export type Values = Readonly<Record<string, Json>>;

export interface SettledSheet {
  readonly settled: Settled;
  readonly scope: Scope;
  read(path: string): FormulaValue | undefined;
  /** The value as dice read it: a die if the path holds one, else a number. */
  resolve(path: string): number | string | undefined;
  holds(formula: string): boolean;
  /** The same sheet settled with more values. */
  with(more: Values): SettledSheet;
}

/** Writes values by path on a blank sheet, as for a quick character, and settles it once. */
export function settleSheet(system: System, type: string, set: Values): SettledSheet {
  return settleFrom({ system, type, before: undefined }, set);
}

interface Ground {
  readonly system: System;
  readonly type: string;
  readonly before: JsonObject | undefined;
}

function settleFrom({ system, type, before }: Ground, set: Values): SettledSheet {
  const sheet = system.sheets.get(type);
  if (sheet === undefined) throw new Error(`${system.id} has no sheet for ${type}.`);
  let values = before ?? {};
  for (const [path, value] of Object.entries(set)) values = writeValue(values, path, value);
  const settled = settle(sheet, values, { tables: system.tables, before });
  const scope = buildScope(sheet, settled.values, system.tables);
  return {
    settled,
    scope,
    read: (path) => scope.read(path),
    resolve(path) {
      const stored = readValue(settled.values, path);
      if (typeof stored === 'string' && /^d\d/.test(stored)) return stored;
      const value = scope.read(path);
      return typeof value === 'number' ? value : undefined;
    },
    holds(source) {
      const parsed = parseFormula(source);
      if (!parsed.ok) throw new Error(parsed.say);
      const evaluated = parsed.formula.evaluate(scope);
      return evaluated.ok && evaluated.value === true;
    },
    with: (more) => settleFrom({ system, type, before: settled.values }, more),
  };
}
