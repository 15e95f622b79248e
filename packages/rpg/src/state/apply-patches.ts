// Applies the patches of the log to a state, forwards to redo and backwards to undo.

import { assert } from '@terrarium/kernel/errors';
import { removeValue, writeValue } from '../rules/read-value.ts';
import type { Entity, EntityId, Patch } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { StateLayer } from './state-layer.ts';

export function applyPatches(layer: StateLayer, patches: readonly Patch[]): void {
  for (const patch of patches) applyPatch(layer, patch);
}

/** The patches that undo these patches, in the order in which they must be applied. */
export function buildInversePatches(patches: readonly Patch[]): readonly Patch[] {
  return patches.map((patch) => ({ ...patch, before: patch.after, after: patch.before })).reverse();
}

function applyPatch(layer: StateLayer, { entity: id, path, after, position }: Patch): void {
  if (path === '') {
    if (!isObject(after)) layer.remove(id);
    else layer.set({ entity: buildEntity(id, after), position: position ?? 0 });
    return;
  }
  const found = layer.findPlaced(id);
  assert(found !== undefined, `The log changes ${id}, which is not there.`);
  const { sheet: former } = found.entity;
  const sheet = after === undefined ? removeValue(former, path) : writeValue(former, path, after);
  layer.set({ entity: { ...found.entity, sheet }, position: found.position });
}

export function buildEntity(id: EntityId, sheet: Entity['sheet']): Entity {
  const colon = id.indexOf(':');
  return { id, type: id.slice(0, colon), key: id.slice(colon + 1), sheet };
}
