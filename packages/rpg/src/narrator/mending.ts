// Tells whether first aid could change anything: whether somebody lacks what the rules let it give back.

import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import type { Effect } from '../system/narrator-hints.ts';
import { listEffectCalls } from '../tools/moves/list-effect-calls.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { buildView } from './effects.ts';
import { findMove } from './find-move.ts';

/** Whether any outcome of the move would give the character something back; true also if no outcome gives anything back. */
export function isMendable(c: Chronicle): boolean {
  const { outcomes = {} } = findMove(c, ['help'])?.hint ?? {};
  const vital = c.hints.player?.down_when;
  const mending = Object.values(outcomes)
    .flat()
    .filter((effect) => isMending(effect, vital));
  if (mending.length === 0) return true;
  const { player } = c.world;
  const calls = listEffectCalls(buildView(c), mending, { roller: player, totals: mending.map(() => 1) });
  return calls.some(
    ({ name, arguments: { path } }) => name === 'condition_remove' || isLacking(c, String(path)),
  );
}

/** Whether the effect takes a condition away, or gives back some of what decides when the character is down. */
function isMending({ gain, mark, count, cure }: Effect, vital: string | undefined): boolean {
  const path = gain?.replace(/\.current$/, '') ?? (Number(count) < 0 ? mark : undefined);
  return cure !== undefined || (path !== undefined && (vital?.includes(path) ?? true));
}

/** Whether the points at this path are below their maximum, or any box of it is marked. */
function isLacking({ system, world: { player } }: Chronicle, path: string): boolean {
  const sheet = system.sheets.get(player.type);
  const resolved = sheet === undefined ? undefined : resolvePath(sheet, path);
  if (resolved?.ok !== true) return false;
  const { kind, path: field } = resolved.field;
  const value = readValue(player.sheet, field) ?? kind.blank();
  if (isObject(value) && 'max' in value) return Number(value['current']) < Number(value['max']);
  return Number(kind.read(value, 'filled') ?? 0) > 0;
}

/** Whether somebody has lost points of a pool that decides when they are beaten; undefined if nothing counts that. */
export function isHurt({ hints }: Chronicle, { sheet }: Entity): boolean | undefined {
  const [, pool] = /(?<![\w.])([\w.]+)\.current\b/.exec(hints.opponents?.down_when ?? '') ?? [];
  const value = pool === undefined ? undefined : readValue(sheet, pool);
  return isObject(value) ? Number(value['current']) < Number(value['max']) : undefined;
}
