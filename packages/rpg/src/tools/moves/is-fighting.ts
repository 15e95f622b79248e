// Tells whether somebody takes part in a fight: neither gone nor beaten, and in combat or hostile.

import { longestTime, toName } from '../../prefabs/containers/conditions.ts';
import { readValue, writeValue } from '../../rules/read-value.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import { readListed } from '../read-listed.ts';
import { type EffectView, evaluateFor, isTrueFor } from './list-effect-calls.ts';

export function isFighting(view: EffectView, one: Entity): boolean {
  return isHostile(view, one) || (view.mode === 'combat' && !isBeaten(view, one));
}

/** Whether somebody is hostile, and neither gone nor beaten. */
export function isHostile(view: EffectView, one: Entity): boolean {
  return !isBeaten(view, one) && Number(evaluateFor(view, 'attitude', one) ?? 0) <= -2;
}

/** Whether somebody is gone, or down according to the rule for opponents. */
export function isBeaten(view: EffectView, one: Entity): boolean {
  const downWhen = view.system.manifest.narrator?.opponents?.down_when;
  return one.sheet['is_gone'] === true || (downWhen !== undefined && isTrueFor(view, downWhen, one));
}

/** Whether somebody stays beaten however much time passes: somebody who is only asleep for a minute does not. */
export function isBeatenForGood(view: EffectView, one: Entity): boolean {
  if (!isBeaten(view, one)) return false;
  const later = (view.system.sheets.get(one.type)?.fields ?? []).reduce((sheet, { path, kind }) => {
    const passed = kind.pass?.(readValue(sheet, path) ?? [], longestTime);
    return passed === undefined ? sheet : writeValue(sheet, path, passed.value);
  }, one.sheet);
  const find = (id: string) => (id === one.id ? { ...one, sheet: later } : view.find(id));
  return isBeaten({ ...view, find }, { ...one, sheet: later });
}

/**
 * Whether somebody can still take part in a fight; the player's character can even while down, to fight for their life.
 */
export function isStanding(view: EffectView, id: string): boolean {
  const one = view.find(id);
  return one !== undefined && (id === playerId || !isBeaten(view, one));
}

/**
 * Whether somebody has turns in a fight: whoever can do nothing, such as those who are stunned, is passed over, but
 * never the player's character.
 */
export function hasTurns(view: EffectView, id: string): boolean {
  const one = view.find(id);
  return one !== undefined && isStanding(view, id) && (id === playerId || !isIdle(view, one));
}

function isIdle(view: EffectView, one: Entity): boolean {
  return hasAnyCondition(view, one, view.system.manifest.narrator?.order?.idle ?? []);
}

/** Whether the rules hold somebody back from a move in a fight until they have recovered. */
export function isHeldBack(view: EffectView, one: Entity): boolean {
  const recover = view.system.manifest.narrator?.order?.recover;
  return recover !== undefined && view.mode === 'combat' && isTrueFor(view, recover.when, { id: one.id });
}

/** Whether somebody has one of these conditions, in any list of conditions on their sheet. */
export function hasAnyCondition(
  { system }: Pick<EffectView, 'system'>,
  { type, sheet }: Entity,
  names: readonly string[],
): boolean {
  const idle = new Set(names.map(toName));
  if (idle.size === 0) return false;
  return listConditionFields(system, type).some(({ kind, path }) =>
    (kind.items?.(readValue(sheet, path) ?? []) ?? []).some((one) => idle.has(toName(readListed(one)))),
  );
}

/** Whether somebody is down: the player's character by the rule for the player, others as `isBeaten` tells. */
export function isOut(view: EffectView, one: Entity): boolean {
  if (one.id !== playerId) return isBeaten(view, one);
  const downWhen = view.system.manifest.narrator?.player?.down_when;
  return downWhen !== undefined && isTrueFor(view, downWhen, one);
}
