// Counts what was found in a rulebook.

import type { Extraction } from '@terrarium/rpg/extract-system';

const kinds = [
  ['fields', 'field'],
  ['checks', 'check'],
  ['rules', 'rule'],
  ['oracles', 'table'],
  ['foes', 'foe'],
  ['characters', 'character'],
] as const;

/** Says how many things of each kind a manifest has, such as `8 fields, 2 rules`. */
export function countFound(manifest: Extraction['manifest']): string {
  const counted = kinds.flatMap(([list, noun]) => {
    const found = manifest[list];
    const count = Array.isArray(found) ? found.length : 0;
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
  });
  return counted.length === 0 ? 'nothing' : counted.join(', ');
}
