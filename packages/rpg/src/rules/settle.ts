// Settles a sheet in one pass: defaults, bounds, derived values, limits, each with its cause.

import type { FormulaFault, Settled, SettledChange, SettleOptions } from '../system/settled.ts';
import type { Sheet } from '../system/system.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { splitName } from './find-name.ts';
import { readAt } from './read-value.ts';
import { listCrossedThresholds } from './settling/list-crossed-thresholds.ts';
import { settleField } from './settling/settle-field.ts';
import { planSheet, type SheetPlan } from './settling/sheet-plan.ts';
import { openSheetScope, type SheetScope } from './settling/sheet-scope.ts';

/**
 * Whatever a formula reads is settled before it, so one pass is enough: `settle(settle(x)) = settle(x)`. If `changed`
 * is given, only its fields and the fields that depend on their new values are settled; the others must have been
 * settled before. A value whose field the sheet no longer has is left as it is. Never throws, whatever `values` holds.
 */
export function settle(sheet: Sheet, values: JsonObject, options: SettleOptions): Settled {
  const plan = planSheet(sheet);
  const scope = openSheetScope(plan, values, options.tables);
  const touched = buildTouched(plan, options.changed);
  const settled = settleTouched({ plan, scope, touched, values, before: options.before });
  const crossed = listCrossedThresholds({
    plan,
    scope,
    before: options.before,
    tables: options.tables,
    isTouched: (slot) => touched[slot] === 1,
  });
  return { ...settled, crossed };
}

interface Settling {
  readonly plan: SheetPlan;
  readonly scope: SheetScope;
  /** 1 for each slot that must be settled; slots that depend on a change are set to 1 on the way. */
  readonly touched: Uint8Array;
  readonly values: JsonObject;
  readonly before: JsonObject | undefined;
}

function settleTouched({ plan, scope, touched, values, before }: Settling): Omit<Settled, 'crossed'> {
  const open = openValues(values);
  const changes: SettledChange[] = [];
  const faults: FormulaFault[] = [];
  const asked = touched.slice();
  for (const [slot, planned] of plan.slots.entries()) {
    if (touched[slot] !== 1) continue;
    const earlier = before === undefined ? undefined : readAt(before, planned.names);
    const settled = settleField({ slot, planned, scope, before: earlier, faults });
    if (settled.changes.length > 0) open.write(planned.names, settled.value);
    changes.push(...settled.changes);
    // A field in `changed` has changed already, so the fields that read it are settled even if settling it changed
    // nothing more.
    if (asked[slot] === 1 || settled.changes.length > 0) markTouched(planned.readers, touched);
  }
  return { values: open.close(), changes, faults };
}

function markTouched(slots: readonly number[], touched: Uint8Array): void {
  for (const slot of slots) touched[slot] = 1;
}

function buildTouched(plan: SheetPlan, changed: ReadonlySet<string> | undefined): Uint8Array {
  const touched = new Uint8Array(plan.slots.length);
  if (changed === undefined) return touched.fill(1);
  for (const path of changed) {
    const slot = plan.findSlot(splitName(path, plan.sheet.byPath)?.field.path ?? path);
    if (slot !== undefined) touched[slot] = 1;
  }
  return touched;
}

interface Writable {
  [name: string]: Json | Writable;
}

export interface OpenValues {
  write(names: readonly string[], value: Json): void;
  /** The original object if nothing was written. */
  close(): JsonObject;
}

export function openValues(values: JsonObject): OpenValues {
  const own = new Set<object>();
  const copy = (of: Json | Writable | undefined): Writable => {
    if (typeof of === 'object' && of !== null && own.has(of)) return of as Writable;
    const made: Writable = isObject(of as Json) ? { ...(of as JsonObject) } : {};
    own.add(made);
    return made;
  };
  let root: JsonObject | Writable = values;
  const write = (names: readonly string[], value: Json): void => {
    let here: Writable = copy(root as Writable);
    root = here;
    for (const name of names.slice(0, -1)) {
      const next: Writable = copy(Object.hasOwn(here, name) ? here[name] : undefined);
      here[name] = next;
      here = next;
    }
    here[names.at(-1) ?? ''] = value;
  };
  return { write, close: () => root as JsonObject };
}
