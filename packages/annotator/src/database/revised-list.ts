// Revised lists: a list that changed is stored as what is new in it, with the places of what stayed.

import { assert } from '@terrarium/kernel/errors';

/**
 * A field's new value as it is stored, given the one before; both JSON, null for none. In a list (of anything but
 * numbers) a number stands for the piece at that place of the list before; whatever is no list is stored as it is.
 */
export function packList(before: string | null, value: string): string {
  const [former, list] = [readList(before), readList(value)];
  if (former === undefined || list === undefined) return value;
  assert(!list.some(isPlace), `A list of numbers cannot be revised: ${value}.`);
  const places = new Map(former.map((piece, place) => [JSON.stringify(piece), place]));
  return JSON.stringify(list.map((piece) => places.get(JSON.stringify(piece)) ?? piece));
}

/** The value that was shortened, given the one before it. */
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
