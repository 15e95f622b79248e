// Mends a call that names the actor as its target and the target as its actor.

import type { GameState } from '../../values/entity.ts';
import { playerId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { resolveTarget } from '../resolve-target.ts';
import { parseCall } from './parse-call.ts';

export interface NormalisedCall {
  readonly arguments: string;
  /** Says which argument was read as another one, and as which; undefined if nothing was changed. */
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
  state: GameState,
  call: { readonly name: string; readonly arguments: string },
): NormalisedCall {
  const unchanged = { arguments: call.arguments };
  const given = parseCall(call)?.arguments;
  if (given === undefined) return unchanged;
  const [from, to] = findSwap(state, call.name, given) ?? [];
  if (from === undefined || to === undefined) return unchanged;
  const { [from]: named, ...rest } = given;
  return {
    arguments: JSON.stringify({ ...rest, [to]: named ?? null }),
    say: `(${from} was read as ${to}.)`,
  };
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
