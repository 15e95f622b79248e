// Measures how much somebody carries, and how much they can carry.

import type { ShownField } from '../table-types.ts';
import { readNumber } from './view.ts';

export interface Load {
  readonly carried: number;
  /** Undefined if there is no limit. */
  readonly capacity: number | undefined;
}

/** A capacity this large means that there is no limit. */
const unbounded = 1_000_000;

export function measureLoad({ value, items = [] }: Pick<ShownField, 'value' | 'items'>): Load {
  const capacity = readNumber(value, 'capacity') ?? unbounded;
  const load = items.reduce((sum, { quantity = 1, details }) => {
    const weight = Number(details.find(({ name }) => name === 'weight')?.value ?? 0);
    return sum + weight * quantity;
  }, 0);
  return {
    carried: Math.round(load * 100) / 100,
    capacity: capacity < unbounded ? capacity : undefined,
  };
}
