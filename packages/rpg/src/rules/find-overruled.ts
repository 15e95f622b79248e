// Finds out why a field, once settled, does not have the value that it was given.

import type { FormulaValue } from '../prefabs/prefab.ts';
import type { SettledChange } from '../system/settled.ts';
import type { Sheet } from '../system/system.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { readValue } from './read-value.ts';
import { resolvePath } from './resolve-path.ts';

export interface Rested {
  readonly sheet: Sheet;
  readonly values: JsonObject;
  readonly changes: readonly SettledChange[];
}

export interface Overruled {
  readonly say: string;
  /** Whether the field cannot hold the value at all; otherwise the value was brought within its bounds. */
  readonly isRefused: boolean;
}

/** Counts the ticked boxes of a row, since that number is what a person asks for. */
function countRead(read: FormulaValue | undefined): FormulaValue | undefined {
  return Array.isArray(read) ? read.filter((box) => box === true).length : read;
}

/** Undefined if the field has the value that was asked for, in whatever spelling, or if settling did not change it. */
export function findOverruled(
  { sheet, values, changes }: Rested,
  path: string,
  input: Json,
): Overruled | undefined {
  const change = changes.find((one) => one.path === path && one.before !== undefined);
  const resolved = resolvePath(sheet, path);
  if (change === undefined || !resolved.ok) return undefined;
  const { field, part } = resolved;
  const stands = readValue(values, field.path) ?? null;
  const again = field.kind.set(stands, { part, input });
  if (!again.ok) return { say: again.say, isRefused: true };
  // A field corrects a number beyond its bounds and does not refuse it, so the number itself is compared.
  const isOther = typeof input === 'number' && countRead(field.kind.read(stands, part)) !== input;
  if (isSameJson(again.value, stands) && !isOther) return undefined;
  return { say: `${JSON.stringify(input)} is not possible: ${change.because}.`, isRefused: false };
}
