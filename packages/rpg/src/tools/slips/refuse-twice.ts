// Refuses a change that a roll of this turn has already made, such as the damage of a blow or a filled segment of a clock.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { resolveMeantPath } from '../../rules/resolve-meant-path.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import type { EntityId, Patch } from '../../values/entity.ts';
import { isSameJson } from '../../values/is-same-json.ts';
import { isObject, type Json } from '../../values/json.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { renderPathValue } from '../render-path-value.ts';
import { resolveTarget } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import { parseCall } from './parse-call.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

export const refuseTwice: RefuseSlip = (view, call) => {
  const change = readChange(view, call);
  if (change === undefined || isOffered(view, call)) return undefined;
  const at = view.done.findLastIndex((action) => findSame(action, change) !== undefined);
  const done = view.done[at];
  const same = done === undefined ? undefined : findSame(done, change);
  if (done === undefined || same === undefined) return undefined;
  // If dice were thrown for just this amount since then, it is not the amount that the earlier action brought.
  if (view.done.slice(at + 1).some((action) => isThrownFor(action, change))) return undefined;
  const sheet = view.system.sheets.get(change.entity.slice(0, change.entity.indexOf(':')));
  const [before, after] = [same.before, same.after].map((value) =>
    sheet === undefined ? '' : escapeLine(renderPathValue(sheet, same.path, value), 120),
  );
  return `${change.entity} ${same.path}: ${before} → ${after} came ${describeCause(done, same)}. Nothing was done again. If more is meant, ${sendAgain}`;
};

function describeCause({ tool }: Action, { because }: Patch): string {
  return tool === 'roll' ? `with the roll already (${escapeLine(because, 120)})` : 'by itself already';
}

/** Whether the call is one of the options that the rules left open earlier in this turn. */
function isOffered({ done }: SlipView, { name, arguments: given }: Call): boolean {
  const offered = done.flatMap(({ choices }) =>
    choices.flatMap(({ options }) => options.flatMap(({ calls }) => calls)),
  );
  return offered.some((one) => one.name === name && isSameJson(parseCall(one)?.arguments, given));
}

interface Change {
  readonly entity: EntityId;
  readonly path: string;
  /** By how much the value would rise, or fall if it is negative. */
  readonly amount: number;
}

/**
 * The change that a call of `adjust`, `mark` or `clock_tick` would make; undefined for any other call, and if it names
 * nothing that exists.
 */
function readChange(view: SlipView, { name, arguments: given }: Call): Change | undefined {
  if (name === 'clock_tick') {
    const clock = resolveTarget(view.state, readText(given['name']), ['clock']);
    const amount = Number(given['ticks'] ?? 1);
    return clock.ok ? { entity: clock.entity.id, path: 'progress', amount } : undefined;
  }
  if (name !== 'adjust' && name !== 'mark') return undefined;
  const found = resolveTarget(view.state, readText(given['target']));
  const sheet = found.ok ? view.system.sheets.get(found.entity.type) : undefined;
  const path = readText(given['path']);
  if (!found.ok || sheet === undefined || path === undefined) return undefined;
  const meant = resolveMeantPath(sheet, path, found.entity.sheet);
  const amount = Number(given[name === 'adjust' ? 'delta' : 'count'] ?? 1);
  return meant.ok ? { entity: found.entity.id, path: meant.field.path, amount } : undefined;
}

function isThrownFor({ ok, tool, rolls, patches }: Action & Acted, { entity, amount }: Change): boolean {
  if (!ok || tool !== 'roll' || patches.some((patch) => patch.entity === entity)) return false;
  return rolls.some(
    ({ move, who, against = who, rolled }) =>
      move === undefined && against === entity && rolled.total === Math.abs(amount),
  );
}

/** A change that a roll, or the program after an action, made to the same field in the same direction. */
function findSame(action: Action & Acted, { entity, path, amount }: Change): Patch | undefined {
  if (!action.ok || (action.tool !== 'roll' && action.by !== 'system')) return undefined;
  return action.patches.find(
    (patch) =>
      patch.entity === entity &&
      patch.path === path &&
      Math.sign(measureValue(patch.after) - measureValue(patch.before)) === Math.sign(amount),
  );
}

/**
 * The number in a value: the points of a pool, the filled segments of a clock, or the number itself; 0 for any other
 * value.
 */
function measureValue(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  if (!isObject(value ?? null)) return 0;
  const { current, temp, filled } = value as Readonly<Record<string, Json>>;
  return Number(current ?? filled ?? 0) + Number(temp ?? 0);
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
