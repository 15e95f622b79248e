// Reverts the changes of an action, unless the same values have been changed again since.

import { readValue, writeValue } from '../rules/read-value.ts';
import type { StateLayer } from '../state/state-layer.ts';
import type { EntityId, Patch } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isObject, type JsonObject } from '../values/json.ts';

/**
 * The first place that no longer has the value that the changes gave it, or else the first field that had no value
 * before them; undefined if all changes can be undone.
 */
export function findTouched(state: StateLayer, patches: readonly Patch[]): string | undefined {
  const whole = foldWhole(patches);
  const parts = patches.filter(({ entity, path }) => path !== '' && !whole.has(entity));
  const newest = new Map(parts.map((patch) => [`${patch.entity} ${patch.path}`, patch]));
  const touched =
    [...whole.values()].find(({ entity, after }) => !isSameJson(state.find(entity)?.sheet, after)) ??
    [...newest.values()].find(({ entity, path, after }) => {
      const sheet = state.find(entity)?.sheet;
      return sheet === undefined || !isSameJson(readValue(sheet, path), after);
    });
  // A field that had no value before cannot become absent again.
  const fresh = patches.find(({ path, before }) => path !== '' && before === undefined);
  const found = touched ?? fresh;
  return found === undefined ? undefined : `${found.entity} ${found.path}`.trim();
}

/** The entities that were created or removed, each with the sheet that the changes left. */
function foldWhole(patches: readonly Patch[]): ReadonlyMap<EntityId, Patch> {
  const whole = new Map<EntityId, Patch>();
  for (const patch of patches) {
    const known = whole.get(patch.entity);
    if (patch.path === '') whole.set(patch.entity, patch);
    else if (isObject(known?.after ?? null) && known !== undefined)
      whole.set(patch.entity, {
        ...known,
        after: writeValue(known.after as JsonObject, patch.path, patch.after ?? null),
      });
  }
  return whole;
}

/**
 * Undoes the newest change first; removes entities that were created, and restores entities that were removed. Returns
 * the changes by which this is done.
 */
export function revertPatches(
  state: StateLayer,
  patches: readonly Patch[],
  because: string,
): readonly Patch[] {
  return patches.toReversed().map((patch) => {
    revertPatch(state, patch);
    const { before, after, ...place } = patch;
    return {
      ...place,
      ...(after === undefined ? {} : { before: after }),
      ...(before === undefined ? {} : { after: before }),
      because,
    };
  });
}

function revertPatch(state: StateLayer, { entity: id, path, before, position = 0 }: Patch): void {
  const placed = state.findPlaced(id);
  if (path !== '') {
    if (placed === undefined || before === undefined) return;
    const sheet = writeValue(placed.entity.sheet, path, before);
    state.set({ entity: { ...placed.entity, sheet }, position: placed.position });
    return;
  }
  if (before === undefined) state.remove(id);
  else state.set({ entity: { id, ...splitId(id), sheet: before as JsonObject }, position });
}

function splitId(id: EntityId): { readonly type: string; readonly key: string } {
  const at = id.indexOf(':');
  return { type: id.slice(0, at), key: id.slice(at + 1) };
}
