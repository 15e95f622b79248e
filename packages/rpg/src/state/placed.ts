// Placed: an entity with its position in the order of creation, by which lists of entities are sorted.

import type { Entity } from '../values/entity.ts';

export interface Placed {
  readonly entity: Entity;
  readonly position: number;
}

export function comparePlaced(one: Placed, other: Placed): number {
  return one.position - other.position;
}
