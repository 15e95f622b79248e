// Lists the thresholds that a change crossed (they hold now and did not before), and the states that a sheet is in.

import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Scope } from '../../system/formula.ts';
import type { Crossed } from '../../system/settled.ts';
import type { Sheet, Table } from '../../system/system.ts';
import type { JsonObject } from '../../values/json.ts';
import { type PlannedThreshold, planSheet, type SheetPlan } from './sheet-plan.ts';
import { openSheetScope, readPart, type SheetScope } from './sheet-scope.ts';

export interface Crossing {
  readonly plan: SheetPlan;
  readonly scope: SheetScope;
  /** The sheet before the change; without it nothing is crossed. */
  readonly before: JsonObject | undefined;
  readonly tables: ReadonlyMap<string, Table>;
  /** Whether the value in a slot may differ from its value before the change. */
  isTouched(slot: number): boolean;
}

export function listCrossedThresholds({
  plan,
  scope,
  before,
  tables,
  isTouched,
}: Crossing): readonly Crossed[] {
  if (before === undefined || plan.thresholds.length === 0) return [];
  let earlier: SheetScope | undefined;
  const crossed: Crossed[] = [];
  for (const threshold of plan.thresholds) {
    if (!threshold.reads.some(isTouched) || !isMet(threshold, plan, scope)) continue;
    earlier ??= openSheetScope(plan, before, tables);
    if (isMet(threshold, plan, earlier)) continue;
    crossed.push({ path: plan.slots[threshold.slot]?.field.path ?? '', say: threshold.say });
  }
  return crossed;
}

/**
 * The names of the states that the thresholds of a sheet say it is in, such as `bloodied`, in the order of derivation.
 */
export function listStates(sheet: Sheet, values: JsonObject, tables: Crossing['tables']): readonly string[] {
  const plan = planSheet(sheet);
  const scope = openSheetScope(plan, values, tables);
  const met = plan.thresholds.filter((threshold) => isMet(threshold, plan, scope));
  return met.flatMap(({ at }) => (at === undefined ? [] : [at.replaceAll('-', ' ')]));
}

/** Whether a threshold that was crossed still holds on a sheet. */
export function isStillCrossed(
  sheet: Sheet,
  values: JsonObject,
  { crossed, tables }: { readonly crossed: Crossed; readonly tables: Crossing['tables'] },
): boolean {
  const plan = planSheet(sheet);
  const scope = openSheetScope(plan, values, tables);
  return plan.thresholds.some(
    (one) =>
      one.say === crossed.say && plan.slots[one.slot]?.field.path === crossed.path && isMet(one, plan, scope),
  );
}

function isMet(threshold: PlannedThreshold, plan: SheetPlan, scope: SheetScope): boolean {
  const evaluated = threshold.when.evaluate(openOwnScope(threshold, plan, scope));
  return evaluated.ok && evaluated.value === true;
}

/**
 * `value` is the field's main part, or its first number if it has no main part; `current`, `max` and so on are its
 * other parts. These names are looked up before those of the sheet.
 */
function openOwnScope({ slot }: PlannedThreshold, plan: SheetPlan, scope: SheetScope): Scope {
  const field = plan.slots[slot]?.field;
  if (field === undefined) return scope;
  const read = (name: string): FormulaValue | undefined => {
    if (field.parts.some((part) => part.name === name)) return readPart(field, scope.find(slot), name);
    if (name !== 'value') return scope.read(name);
    const main = readPart(field, scope.find(slot), '');
    const first = field.parts.find((part) => part.kind === 'number');
    return main ?? (first === undefined ? undefined : readPart(field, scope.find(slot), first.name));
  };
  return { ...scope, read };
}
