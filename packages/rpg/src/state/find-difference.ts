// Finds the first place in which two states differ.

import type { EntityId } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isObject, type Json } from '../values/json.ts';
import type { StateBase } from './state-layer.ts';

export interface Difference {
  readonly entity: EntityId;
  /** Empty where the whole entity is in one of them alone. */
  readonly path: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

/** In the order in which the entities came, then of the paths' names; undefined where all is alike. */
export function findDifference(one: StateBase, other: StateBase): Difference | undefined {
  const placed = [...one.iterateAll(), ...other.iterateAll()].sort(
    (first, second) => first.position - second.position,
  );
  for (const { entity } of placed) {
    const [was, is] = [one.find(entity.id)?.sheet, other.find(entity.id)?.sheet];
    if (!isSameJson(was, is)) return { entity: entity.id, ...compareAt('', was, is) };
  }
  return undefined;
}

function compareAt(path: string, was: Json | undefined, is: Json | undefined): Omit<Difference, 'entity'> {
  if (!isObject(was) || !isObject(is)) return { path, was, is };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  const name = names.find((each) => !isSameJson(was[each], is[each]));
  if (name === undefined) return { path, was, is };
  return compareAt(path === '' ? name : `${path}.${name}`, was[name], is[name]);
}
