// Tells whether first aid could help somebody: whether the rules let it restore what they lack.

import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import type { Effect } from '../system/narrator-hints.ts';
import { listEffectCalls } from '../tools/moves/list-effect-calls.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { buildView } from './effects.ts';
import { findMove } from './find-move.ts';

/**
 * Whether first aid could give the person helped (by default the player's character) back something that they lack;
 * also true if the rules do not say what it gives back.
 */
export function isMendable(c: Chronicle, helped?: Entity): boolean {
  const { outcomes = {} } = findMove(c, ['help'])?.hint ?? {};
  const vital = (helped === undefined ? c.hints.player : c.hints.opponents)?.down_when;
  const mending = Object.values(outcomes)
    .flat()
    .filter((effect) => isMending(effect, vital));
  if (mending.length === 0) return true;
  const { player } = c.world;
  const sides = { roller: player, opponent: helped, totals: mending.map(() => 1) };
  const of = helped ?? player;
  return listEffectCalls(buildView(c), mending, sides)
    .filter(({ arguments: { target } }) => target === of.id)
    .some(({ name, arguments: { path } }) => directly.has(name) || isLacking(c, of, String(path)));
}

/** Calls that need no look at the sheet: if the rules let them be made, they change something. */
const directly: ReadonlySet<string> = new Set(['condition_remove', 'condition_add', 'set']);

/**
 * Whether an effect of first aid mends something: for example, it takes a condition away, or gives back points that
 * decide whether somebody is down.
 */
function isMending(effect: Effect, vital: string | undefined): boolean {
  const { gain, mark, count, cure, condition, set, if: when } = effect;
  const path = gain?.replace(/\.current$/, '') ?? (Number(count) < 0 ? mark : undefined);
  const isStabilising = when !== undefined && (condition ?? set) !== undefined;
  return cure !== undefined || isStabilising || (path !== undefined && (vital?.includes(path) ?? true));
}

/** Whether the points at this path are below their maximum, or any box at this path is marked. */
function isLacking({ system }: Chronicle, of: Entity, path: string): boolean {
  const sheet = system.sheets.get(of.type);
  const resolved = sheet === undefined ? undefined : resolvePath(sheet, path);
  if (resolved?.ok !== true) return false;
  const { kind, path: field } = resolved.field;
  const value = readValue(of.sheet, field) ?? kind.blank();
  if (isObject(value) && 'max' in value) return Number(value['current']) < Number(value['max']);
  return Number(kind.read(value, 'filled') ?? 0) > 0;
}

/** Whether somebody has lost points of a pool that decides when they are beaten; undefined if there is no such pool. */
export function isHurt({ hints }: Chronicle, { sheet }: Entity): boolean | undefined {
  const [, pool] = /(?<![\w.])([\w.]+)\.current\b/.exec(hints.opponents?.down_when ?? '') ?? [];
  const value = pool === undefined ? undefined : readValue(sheet, pool);
  return isObject(value) ? Number(value['current']) < Number(value['max']) : undefined;
}
