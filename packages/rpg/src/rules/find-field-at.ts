// Finds the field to which a path belongs: the path is that of the field, or of a part of it.

import type { Field } from '../system/system.ts';

/** Undefined if the path belongs to none of the fields. */
export function findFieldAt(path: string, fields: readonly Field[]): Field | undefined {
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}
