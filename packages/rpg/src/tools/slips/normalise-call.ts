// Mends a call that names the actor as its target and the target as its actor, or a list for a thing that lies here.

import { resolveMeantPath } from '../../rules/resolve-meant-path.ts';
import { listInventoryFields } from '../../system/is-inventory.ts';
import type { GameState } from '../../values/entity.ts';
import { playerId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { findBeside } from '../item-add.ts';
import { resolveTarget } from '../resolve-target.ts';
import { parseCall } from './parse-call.ts';
import type { SlipView } from './slip-view.ts';

export interface NormalisedCall {
  readonly arguments: string;
  /** Says which argument was read as another one or left out; undefined if nothing was changed. */
  readonly say?: string | undefined;
}

/** Tools that do something to a target, and take no other entity. */
const targeting: ReadonlySet<string> = new Set([
  'adjust',
  'set',
  'mark',
  'item_add',
  'item_remove',
  'condition_add',
  'condition_remove',
  'state_query',
]);

/** Changes a call only if exactly one thing can be meant; other calls stay unchanged, and are refused later. */
export function normaliseCall(
  view: Pick<SlipView, 'state' | 'system'>,
  call: { readonly name: string; readonly arguments: string },
): NormalisedCall {
  const unchanged = { arguments: call.arguments };
  const given = parseCall(call)?.arguments;
  if (given === undefined) return unchanged;
  const [from, to] = findSwap(view.state, call.name, given) ?? [];
  const { [from ?? '']: named, ...rest } = given;
  const swapped = from === undefined || to === undefined ? given : { ...rest, [to]: named ?? null };
  const { list, ...others } = swapped;
  const isLying = call.name === 'item_add' && isGiven(list) && isOnGround(view, swapped);
  const says = [
    ...(swapped === given ? [] : [`(${from} was read as ${to}.)`]),
    ...(isLying ? ['(list was left out: what lies here is taken up.)'] : []),
  ];
  if (says.length === 0) return unchanged;
  return { arguments: JSON.stringify(isLying ? others : swapped), say: says.join('\n') };
}

/**
 * Whether the thing lies where whoever gets it is, and the named list is the one to which it would be added anyway. If
 * the list were named, the thing would be on it and lie there still.
 */
function isOnGround({ state, system }: Pick<SlipView, 'state' | 'system'>, given: JsonObject): boolean {
  const { target, list, name, quantity } = given;
  const found = resolveTarget(state, typeof target === 'string' ? target : undefined);
  const sheet = found.ok ? system.sheets.get(found.entity.type) : undefined;
  if (!found.ok || sheet === undefined || typeof list !== 'string' || typeof name !== 'string') return false;
  const meant = resolveMeantPath(sheet, list, found.entity.sheet);
  const [first] = listInventoryFields(system, found.entity.type);
  if (!meant.ok || meant.field !== first) return false;
  const many = Number(quantity ?? Number.NaN);
  return (
    findBeside({ state }, found.entity, { name, quantity: Number.isNaN(many) ? undefined : many }) !==
    undefined
  );
}

function findSwap(state: GameState, tool: string, given: JsonObject): readonly [string, string] | undefined {
  const isFree = (from: string, to: string) => isGiven(given[from]) && !isGiven(given[to]);
  if (targeting.has(tool)) return isFree('who', 'target') ? ['who', 'target'] : undefined;
  if (tool === 'move')
    return isFree('target', 'who') && isGiven(given['destination']) ? ['target', 'who'] : undefined;
  if (tool !== 'roll' || !isFree('target', 'against')) return undefined;
  // The aim of a blow belongs in `against`, not in `target`, whether the player or somebody in `who` strikes.
  if (isGiven(given['who'])) return ['target', 'against'];
  return isGiven(given['move']) && !isPlayer(state, given['target']) ? ['target', 'against'] : undefined;
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isPlayer(state: GameState, named: Json | undefined): boolean {
  if (typeof named !== 'string') return false;
  const found = resolveTarget(state, named);
  return found.ok && found.entity.id === playerId;
}
