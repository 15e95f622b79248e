// Sheet plan: what settling needs to know about a sheet, worked out once in advance.

import type { Formula } from '../../system/formula.ts';
import type { Field, Sheet } from '../../system/system.ts';
import { findName } from '../find-name.ts';
import { parseFormula } from '../parse-formula.ts';

/**
 * Where a formula reads the value of a name: in the slot of a field, which is the field's place in the order, and in a
 * part of the field.
 */
export interface NamedSlot {
  readonly slot: number;
  readonly part: string;
  readonly isLength: boolean;
}

export interface PlannedThreshold {
  readonly slot: number;
  readonly when: Formula;
  readonly say: string;
  /** The name of the state that is reached. */
  readonly at: string | undefined;
  /** Slots of the fields that the threshold's formulas read, including the slot of its own field. */
  readonly reads: readonly number[];
}

export interface SlotPlan {
  readonly field: Field;
  readonly names: readonly string[];
  readonly readers: readonly number[];
  /** Aliases that read the field, directly or through others. */
  readonly aliases: readonly string[];
  /** Whether the field's formula reads parts of the same field. */
  readonly readsOwn: boolean;
}

export interface SheetPlan {
  readonly sheet: Sheet;
  /** The fields in the order of derivation. */
  readonly slots: readonly SlotPlan[];
  readonly thresholds: readonly PlannedThreshold[];
  findSlot(path: string): number | undefined;
  findName(name: string): NamedSlot | undefined;
}

const plans = new WeakMap<Sheet, SheetPlan>();

export function planSheet(sheet: Sheet): SheetPlan {
  const known = plans.get(sheet);
  if (known !== undefined) return known;
  const plan = buildPlan(sheet);
  plans.set(sheet, plan);
  return plan;
}

/** The field of this path and all fields that depend on it, directly or through others. */
export function listDependent(plan: SheetPlan, path: string): readonly Field[] {
  const slot = plan.findName(path)?.slot;
  const found = new Set(slot === undefined ? [] : [slot]);
  // Whatever is added to the set on the way is visited too.
  for (const one of found) for (const reader of plan.slots[one]?.readers ?? []) found.add(reader);
  return [...found].flatMap((one) => plan.slots[one]?.field ?? []);
}

function buildPlan(sheet: Sheet): SheetPlan {
  const slotByPath = new Map(sheet.inOrder.map((field, slot) => [field.path, slot]));
  const named = new Map<string, NamedSlot | undefined>();
  const findNamed = (name: string): NamedSlot | undefined => {
    const known = named.get(name);
    if (known !== undefined || named.has(name)) return known;
    const found = findName(name, sheet.byPath);
    const slot = found === undefined ? undefined : slotByPath.get(found.field.path);
    const result =
      found === undefined || slot === undefined
        ? undefined
        : { slot, part: found.part, isLength: found.isLength };
    // The formulas of a sheet ask for few paths, but dice and models may ask for any number of them, so the number of
    // kept results is limited.
    if (named.size < 2_000) named.set(name, result);
    return result;
  };
  const collectReads = (formula: Formula | undefined) => collectSlotsRead(formula, { sheet, findNamed });
  const aliasReads = new Map([...sheet.aliases].map(([name, formula]) => [name, collectReads(formula)]));
  const slots = sheet.inOrder.map((field, slot) => ({
    field,
    names: field.path.split('.'),
    readers: field.readers.map((path) => slotByPath.get(path)).filter((reader) => reader !== undefined),
    aliases: [...aliasReads].filter(([, reads]) => reads.has(slot)).map(([name]) => name),
    readsOwn: collectReads(field.formula).has(slot),
  }));
  const thresholds = sheet.inOrder.flatMap((field, slot) => planThresholds(field, slot, collectReads));
  return { sheet, slots, thresholds, findSlot: (path) => slotByPath.get(path), findName: findNamed };
}

function collectSlotsRead(
  formula: Formula | undefined,
  { sheet, findNamed }: { sheet: Sheet; findNamed: (name: string) => NamedSlot | undefined },
): Set<number> {
  const slots = new Set<number>();
  const seen = new Set<string>();
  const open = [...(formula?.reads ?? [])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const found = findNamed(name);
    if (found !== undefined) slots.add(found.slot);
    else open.push(...(sheet.aliases.get(name)?.reads ?? []));
  }
  return slots;
}

function planThresholds(
  field: Field,
  slot: number,
  findReads: (formula: Formula) => ReadonlySet<number>,
): readonly PlannedThreshold[] {
  return (field.definition.thresholds ?? []).flatMap(({ when, say, at }) => {
    const parsed = parseFormula(when);
    return parsed.ok
      ? [{ slot, when: parsed.formula, say, at, reads: [...findReads(parsed.formula), slot] }]
      : [];
  });
}
