// Finds a value of a sheet by its label, by the singular of its label, or by its path or the end of its path.

import { resolveMeantPath } from '@terrarium/rpg/resolve-meant-path';
import type { Sheet } from '@terrarium/rpg/system';

export function resolveFieldPath(sheet: Sheet | undefined, name: string): string {
  const wanted = name.toLowerCase();
  const fields = sheet?.fields ?? [];
  const named = fields.filter(({ definition }) => definition.label.toLowerCase() === wanted);
  const [one] = named;
  if (one !== undefined && named.length === 1) return one.path;
  if (sheet === undefined) return name;
  const meant = resolveMeantPath(sheet, name);
  return meant.ok ? meant.path : (findPlural(sheet, wanted) ?? meant.path);
}

/** `talent` means the talents, if only one value has that name. */
function findPlural({ fields }: Sheet, name: string): string | undefined {
  const plurals = new Set([`${name}s`, `${name}es`, `${name.replace(/y$/u, '')}ies`]);
  const found = fields.filter(
    ({ path, definition }) =>
      plurals.has(definition.label.toLowerCase()) || plurals.has(path.slice(path.lastIndexOf('.') + 1)),
  );
  return found.length === 1 ? found[0]?.path : undefined;
}
