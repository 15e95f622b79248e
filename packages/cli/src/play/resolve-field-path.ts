// Finds a value of a sheet by its label; words that are no label are taken for a path.

import type { Sheet } from '@terrarium/rpg/system';

export function resolveFieldPath(sheet: Sheet | undefined, name: string): string {
  const wanted = name.toLowerCase();
  const fields = sheet?.fields ?? [];
  const named = fields.filter(({ definition }) => definition.label.toLowerCase() === wanted);
  return named.length === 1 ? (named[0]?.path ?? name) : name;
}
