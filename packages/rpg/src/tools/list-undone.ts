// Lists what to undo of an action: if more of the same points were lost since, only what the action itself took.

import { readValue } from '../rules/read-value.ts';
import type { GameState, Patch } from '../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';

/**
 * If more of the same points were lost since, such as hit points by a further blow, only what this action took is given
 * back. In that case, a bare number of the same sheet that has changed since, such as how hard the last blow was, stays
 * as it is now.
 */
export function listUndone(state: Pick<GameState, 'find'>, patches: readonly Patch[]): readonly Patch[] {
  const places = Map.groupBy(patches, renderPlace);
  const left = new Map(
    [...places].flatMap(([place, all]) => {
      const patch = buildReturned(state, all);
      return patch === undefined ? [] : [[place, patch] as const];
    }),
  );
  const hurt = new Set([...left.values()].map(({ entity }) => entity));
  return patches.flatMap((patch) => {
    const place = renderPlace(patch);
    const kept = left.get(place);
    // All losses of one value are given back at once, in place of the last of them.
    if (kept !== undefined) return places.get(place)?.at(-1) === patch ? [kept] : [];
    return hurt.has(patch.entity) && isNewerNumber(state, places.get(place)?.at(-1)) ? [] : [patch];
  });
}

function renderPlace({ entity, path }: Patch): string {
  return `${entity} ${path}`;
}

function readNow(state: Pick<GameState, 'find'>, { entity, path }: Patch): Json | undefined {
  const sheet = path === '' ? undefined : state.find(entity)?.sheet;
  return sheet === undefined ? undefined : readValue(sheet, path);
}

function isNewerNumber(state: Pick<GameState, 'find'>, last: Patch | undefined): boolean {
  const now = last === undefined ? undefined : readNow(state, last);
  return typeof now === 'number' && now !== last?.after;
}

/** The change that gives back a loss after which more was lost; undefined if nothing was lost, or nothing more. */
function buildReturned(state: Pick<GameState, 'find'>, all: readonly Patch[]): Patch | undefined {
  const [first, last] = [all[0], all.at(-1)];
  const now = last === undefined ? undefined : readNow(state, last);
  const [had, left, has] = [first?.before, last?.after, now].map(readPoints);
  if (last === undefined || had === undefined || left === undefined || has === undefined) return undefined;
  if (left >= had || has >= left) return undefined;
  return { ...last, before: { ...(now as JsonObject), current: has + had - left }, after: now };
}

/** How many points a pool holds; undefined for any other value. */
function readPoints(value: Json | undefined): number | undefined {
  const points = isObject(value ?? null) ? (value as JsonObject)['current'] : undefined;
  return typeof points === 'number' ? points : undefined;
}
