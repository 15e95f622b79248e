// Suggests which existing name was probably meant by an unknown one.

import { findNearest } from '@terrarium/kernel/find-nearest';
import { cutLine } from '../../prefabs/show-text.ts';

const shown = 8;

export function suggestName(wrong: string, names: readonly string[]): string {
  const nearest = findNearest(wrong, names) ?? findTurned(wrong, names) ?? searchByWords(wrong, names);
  if (nearest !== undefined) return `Did you mean "${cutLine(nearest, 100)}"?`;
  return listNames(names);
}

export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'There are none yet.';
  const some = names.slice(0, shown).map((name) => cutLine(name, 100));
  return `Possible: ${some.join(', ')}${names.length > shown ? ', …' : ''}.`;
}

/** A name with the same letters in another order. */
function findTurned(wrong: string, names: readonly string[]): string | undefined {
  const sort = (name: string) => [...name.toLowerCase().slice(0, 100)].sort().join('');
  return names.find((name) => sort(name) === sort(wrong));
}

/**
 * A path that contains the last part of the wrong name, preferably at its end, since only the parts around it may be
 * wrong.
 */
function searchByWords(wrong: string, names: readonly string[]): string | undefined {
  const last = wrong.split('.').at(-1)?.toLowerCase();
  if (last === undefined || last.length < 2) return undefined;
  return names.find((name) => name.endsWith(`.${last}`)) ?? names.find((name) => name.includes(`.${last}.`));
}
