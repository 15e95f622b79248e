// Finds a value of the player's sheet by its label; words that are no label are taken for a path.

import type { System } from '@terrarium/rpg/system';

export function resolveFieldPath({ sheets }: System, name: string): string {
  const wanted = name.toLowerCase();
  const fields = sheets.get('character')?.fields ?? [];
  const named = fields.filter(({ definition }) => definition.label.toLowerCase() === wanted);
  return named.length === 1 ? (named[0]?.path ?? name) : name;
}
