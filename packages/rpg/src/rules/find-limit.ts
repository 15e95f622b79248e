// Finds the limit that explains why a field does not have the number that somebody asked for.

import type { Sheet } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { readValue } from './read-value.ts';
import { resolveMeantPath } from './resolve-meant-path.ts';

export interface FoundField {
  readonly label: string;
  readonly shows: string;
  /**
   * What limited the field, such as "the maximum is 8"; undefined if it has the number that was asked for, or if no
   * number was asked for.
   */
  readonly limit: string | undefined;
}

/** Undefined if the sheet has no such field. */
export function findLimit(
  sheet: Sheet,
  values: JsonObject,
  asked: { readonly path: string; readonly value: Json },
): FoundField | undefined {
  const resolved = resolveMeantPath(sheet, asked.path, values);
  if (!resolved.ok) return undefined;
  const { field, part } = resolved;
  const stands = readValue(values, field.path) ?? field.kind.blank();
  const found = { label: field.definition.label, shows: field.kind.view(stands) };
  if (typeof asked.value !== 'number' || field.kind.read(stands, part) === asked.value)
    return { ...found, limit: undefined };
  const again = field.kind.set(stands, { part, input: asked.value });
  return { ...found, limit: again.ok ? (again.because ?? 'the rules allow no other value') : again.say };
}
