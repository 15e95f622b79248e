// Settles one field: applies its default, bounds, derived value and limits in this order, and lists the changes.

import type { Derived } from '../../prefabs/prefab.ts';
import type { Formula } from '../../system/formula.ts';
import type { FormulaFault, SettledChange } from '../../system/settled.ts';
import type { Field } from '../../system/system.ts';
import { isSameJson } from '../../values/is-same-json.ts';
import { isObject, type Json } from '../../values/json.ts';
import { renderCause, renderNumber } from './render-cause.ts';
import type { SlotPlan } from './sheet-plan.ts';
import { readPart, type SheetScope } from './sheet-scope.ts';

export interface FieldSettling {
  readonly slot: number;
  readonly planned: SlotPlan;
  readonly scope: SheetScope;
  /** The field before the change, which gives the value to keep when a formula fails. */
  readonly before: Json | undefined;
  readonly faults: FormulaFault[];
}

/** The settled value, which is then also in the scope. `changes` is empty if nothing changed. */
export function settleField(settling: FieldSettling): {
  readonly value: Json;
  readonly changes: readonly SettledChange[];
} {
  const { slot, planned, scope } = settling;
  const { field } = planned;
  const stored = scope.find(slot);
  const max = computeDerived(settling, field.maxFormula, 'max');
  const input = stored ?? findDefault(settling, max);
  if (planned.readsOwn) scope.set(slot, settlePrefab(field, input, { max }).value);
  const value = computeDerived(settling, field.formula, 'value');
  const settled = settlePrefab(field, input, { value, max });
  if (isSameJson(stored, settled.value)) {
    if (planned.readsOwn) scope.set(slot, stored ?? settled.value);
    return { value: stored ?? settled.value, changes: [] };
  }
  scope.set(slot, settled.value);
  const changed: Change = { stored, settled: settled.value, because: settled.because, value, max };
  return { value: settled.value, changes: listChanges(settling, changed) };
}

function settlePrefab(field: Field, input: Json | undefined, derived: Derived) {
  return field.kind.settle(input, derived);
}

/** Undefined if there is no formula, or if it failed and no earlier value can be kept. */
function computeDerived(
  settling: FieldSettling,
  formula: Formula | undefined,
  of: 'value' | 'max',
): number | undefined {
  if (formula === undefined) return undefined;
  const evaluated = evaluate(settling, formula);
  if (evaluated !== undefined) return evaluated;
  const { planned, scope, slot, before } = settling;
  return readLast(planned.field, before ?? scope.find(slot), of);
}

function evaluate({ planned, scope, faults }: FieldSettling, formula: Formula): number | undefined {
  const evaluated = formula.evaluate(scope);
  const say = evaluated.ok
    ? 'the formula gives a list, but a number is needed; use sum, count, min or max'
    : evaluated.say;
  if (evaluated.ok && typeof evaluated.value !== 'object') return Number(evaluated.value);
  faults.push({ path: planned.field.path, source: formula.source, say });
  return undefined;
}

function readLast(field: Field, value: Json | undefined, of: 'value' | 'max'): number | undefined {
  if (value === undefined) return undefined;
  const part = of === 'max' ? findMaxPart(field) : field.kind.derives.value;
  if (part === undefined) return undefined;
  const read = readPart(field, value, part);
  if (typeof read === 'number' || typeof read === 'boolean') return Number(read);
  return of === 'max' && Array.isArray(read) ? read.length : undefined;
}

/** The part that shows the maximum; for a list of boxes or entries, the list itself, whose length shows it. */
function findMaxPart(field: Field): string | undefined {
  return (
    field.kind.derives.max?.part ?? field.parts.find((part) => part.name === '' && part.kind === 'list')?.name
  );
}

function findDefault(settling: FieldSettling, max: number | undefined): Json | undefined {
  const { slot, planned, scope } = settling;
  const { field } = planned;
  if (field.defaultFormula === undefined) return undefined;
  const blank = settlePrefab(field, undefined, { max }).value;
  scope.set(slot, blank);
  const input = evaluate(settling, field.defaultFormula);
  if (input === undefined) return undefined;
  const done = field.kind.set(blank, { part: '', input });
  return done.ok ? done.value : input;
}

interface Change extends Derived {
  readonly stored: Json | undefined;
  readonly settled: Json;
  readonly because: string | undefined;
}

/**
 * Lists changes part by part if both values are objects and the new one has all parts of the old one, else for the
 * field as a whole.
 */
function listChanges(settling: FieldSettling, change: Change): SettledChange[] {
  const { stored, settled } = change;
  const { path } = settling.planned.field;
  const areParts =
    isObject(stored) && isObject(settled) && Object.keys(stored).every((key) => Object.hasOwn(settled, key));
  if (!areParts)
    return [{ path, before: stored, after: settled, because: explainCause(settling, change, '') }];
  return Object.keys(settled)
    .filter((key) => !isSameJson(Object.hasOwn(stored, key) ? stored[key] : undefined, settled[key]))
    .map((key) => ({
      path: `${path}.${key}`,
      before: Object.hasOwn(stored, key) ? stored[key] : undefined,
      after: settled[key] as Json,
      because: explainCause(settling, change, key),
    }));
}

function explainCause(settling: FieldSettling, change: Change, key: string): string {
  const { field } = settling.planned;
  const { scope } = settling;
  const after = key === '' ? change.settled : (change.settled as Readonly<Record<string, Json>>)[key];
  const { formula, maxFormula, defaultFormula } = field;
  if (formula !== undefined && change.value !== undefined && key === field.kind.derives.value)
    return renderCause('', { formula, value: change.value }, scope);
  if (maxFormula !== undefined && change.max !== undefined && isAtMost(after, key, change.max))
    return renderCause('maximum', { formula: maxFormula, value: change.max }, scope);
  if (change.stored === undefined && defaultFormula !== undefined)
    return renderDefault(after, defaultFormula, settling);
  return change.because ?? (change.stored === undefined ? 'first value' : 'was corrected to fit the rules');
}

/** Whether the value is exactly its maximum, or a list has exactly that many entries. */
function isAtMost(after: Json | undefined, key: string, max: number): boolean {
  if (Array.isArray(after)) return key === '' && after.length === max;
  return after === max;
}

function renderDefault(after: Json | undefined, formula: Formula, { scope }: FieldSettling): string {
  const evaluated = formula.evaluate(scope);
  const value = evaluated.ok && typeof evaluated.value !== 'object' ? Number(evaluated.value) : undefined;
  if (value !== undefined) return renderCause('first value', { formula, value }, scope);
  return typeof after === 'number' ? `first value ${renderNumber(after)}` : 'first value';
}
