// Placed: an entity and its position among the others, in the order in which they came.

import type { Entity } from '../values/entity.ts';

export interface Placed {
  readonly entity: Entity;
  readonly position: number;
}

export function comparePlaced(one: Placed, other: Placed): number {
  return one.position - other.position;
}
