// Finder of what was overruled: why a value that a sheet came with is not what stands there once it is at rest.

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
  /** It is nothing that the field could hold; otherwise it was brought within its bounds. */
  readonly isRefused: boolean;
}

/** Undefined where what was asked for stands there, in whatever spelling. */
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
  // A number beyond the bounds is brought within them without a word.
  const isOther = typeof input === 'number' && field.kind.read(stands, part) !== input;
  if (isSameJson(again.value, stands) && !isOther) return undefined;
  return { say: `${JSON.stringify(input)} cannot be: ${change.because}.`, isRefused: false };
}
