// Packs a changed list: keeps new items whole, and replaces each unchanged item by its index in the old list.

import { assert } from '@terrarium/kernel/errors';

/**
 * A field's new value as it is stored, given its previous value. Both are JSON; null means that the field had no value.
 * In a list (never of numbers) a number means the item at that index of the previous list; any other item is stored as
 * it is.
 */
export function packList(before: string | null, value: string): string {
  const [former, list] = [readList(before), readList(value)];
  if (former === undefined || list === undefined) return value;
  assert(!list.some(isPlace), `A list of numbers cannot be revised: ${value}.`);
  const places = new Map(former.map((piece, place) => [JSON.stringify(piece), place]));
  return JSON.stringify(list.map((piece) => places.get(JSON.stringify(piece)) ?? piece));
}

/** The full value, given the previous value of the field. */
export function restoreList(before: string | null, stored: string): string {
  const [former, list] = [readList(before), readList(stored)];
  if (former === undefined || list === undefined || !list.some(isPlace)) return stored;
  return JSON.stringify(list.map((piece) => (isPlace(piece) ? former[piece] : piece)));
}

function readList(value: string | null): readonly unknown[] | undefined {
  if (value?.startsWith('[') !== true) return undefined;
  return JSON.parse(value);
}

function isPlace(piece: unknown): piece is number {
  return typeof piece === 'number';
}
