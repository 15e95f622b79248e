// Refuses a change of a value that a formula derives: names the formula, and what to change instead.

import type { ToolRefusal } from '@terrarium/kernel/tool';
import { resolvePath } from '../rules/resolve-path.ts';
import type { Formula } from '../system/formula.ts';
import type { Field, Sheet } from '../system/system.ts';

export interface WantedPart {
  readonly field: Field;
  readonly part: string;
  readonly isWritable: boolean;
}

/** What computes a part, and the writable parts that it is computed from. */
export interface Derivation {
  readonly formula: Formula;
  readonly inputs: readonly string[];
}

/** Undefined if no formula computes the part. */
export function findDerivation(sheet: Sheet, { field, part }: WantedPart): Derivation | undefined {
  const { derives } = field.kind;
  const value = field.formula !== undefined && derives.value === part ? field.formula : undefined;
  const limit = field.maxFormula !== undefined && derives.max?.part === part ? field.maxFormula : undefined;
  const formula = value ?? limit;
  return formula === undefined ? undefined : { formula, inputs: listInputs(sheet, formula) };
}

/** The refusal; undefined if the part may be written. */
export function refuseDerived(sheet: Sheet, wanted: WantedPart): ToolRefusal | undefined {
  const { field, part, isWritable } = wanted;
  const path = part === '' ? field.path : `${field.path}.${part}`;
  const derivation = findDerivation(sheet, wanted);
  if (derivation !== undefined) {
    const { formula, inputs } = derivation;
    const instead =
      inputs.length === 0 ? 'Nothing of it can be changed.' : `Change ${inputs.join(' or ')} instead.`;
    return { ok: false, say: `${path} is derived: ${formula.source}. ${instead}` };
  }
  if (isWritable) return undefined;
  const parts = field.parts
    .filter((one) => one.isWritable && one.name !== '*')
    .map(({ name }) => (name === '' ? field.path : `${field.path}.${name}`));
  const instead = parts.length === 0 ? '' : ` Change ${parts.slice(0, 6).join(' or ')} instead.`;
  return { ok: false, say: `${path} is computed from other values.${instead}` };
}

const mostInputs = 6;

/**
 * The values of the sheet from which a formula is computed in the end, through aliases and derived fields; at most
 * `mostInputs`.
 */
function listInputs(sheet: Sheet, formula: Formula): readonly string[] {
  const inputs = new Set<string>();
  const seen = new Set<string>();
  const pending = [...formula.reads];
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const alias = sheet.aliases.get(name);
    const next = alias ?? findDeriving(sheet, name);
    if (next !== undefined) pending.push(...next.reads);
    else if (resolvePath(sheet, name).ok) inputs.add(name);
  }
  return [...inputs].slice(0, mostInputs);
}

function findDeriving(sheet: Sheet, name: string): Formula | undefined {
  const resolved = resolvePath(sheet, name);
  if (!resolved.ok) return undefined;
  const { field, part } = resolved;
  if (field.kind.derives.value === part) return field.formula;
  return field.kind.derives.max?.part === part ? field.maxFormula : undefined;
}
