// Finds the item of a list that a name means, even if the name has an article, is incomplete or is misspelt.

import { isObject } from '../values/json.ts';
import { matchName } from './match-name.ts';
import { readListed } from './read-listed.ts';
import type { Place } from './write-field.ts';

/**
 * The name of the item in the list. Returns what was written if it is exactly an item's id or name, or if no item of
 * the list, or more than one, can be meant.
 */
export function findListed({ field, value }: Place, wanted: string): string {
  const listed = field.kind.items?.(value) ?? (Array.isArray(value) ? value : []);
  const names = listed.map(readListed);
  const isKnown = listed.some((one) => isObject(one) && one['id'] === wanted) || names.includes(wanted);
  return isKnown ? wanted : (matchName(wanted, names) ?? wanted);
}
