// Finds a value of a sheet by its label or by the end of its path; any other words are treated as a path.

import { resolveMeantPath } from '@terrarium/rpg/resolve-meant-path';
import type { Sheet } from '@terrarium/rpg/system';

export function resolveFieldPath(sheet: Sheet | undefined, name: string): string {
  const wanted = name.toLowerCase();
  const fields = sheet?.fields ?? [];
  const named = fields.filter(({ definition }) => definition.label.toLowerCase() === wanted);
  const [one] = named;
  if (one !== undefined && named.length === 1) return one.path;
  return sheet === undefined ? name : resolveMeantPath(sheet, name).path;
}
