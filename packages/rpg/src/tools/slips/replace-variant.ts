// Mends a roll whose move is a variant of another move, such as `lie`: makes it that variant of the only move that has it.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { System } from '../../system/system.ts';
import type { JsonObject } from '../../values/json.ts';
import { findIntent, listMovesWithVariant } from '../moves/move-hint.ts';
import { normaliseMove } from '../moves/normalise-move.ts';
import { isGiven } from './is-given.ts';

/** Undefined if a move or a check has this name, if `as` is given, or if not exactly one move has such a variant. */
export function replaceVariant({ system }: { readonly system: System }, tool: string, given: JsonObject) {
  const { move, as } = given;
  if (tool !== 'roll' || typeof move !== 'string' || isGiven(as)) return undefined;
  const { narrator, checks = [] } = system.manifest;
  const name = normaliseMove(move);
  if (findIntent(narrator, name) !== undefined || checks.some(({ id }) => id === name)) return undefined;
  const [only, ...more] = listMovesWithVariant(system, move);
  if (only === undefined || more.length > 0) return undefined;
  const variant = name.replaceAll('_', ' ');
  const say = `("${escapeLine(variant, 80)}" was read as a variant of the move ${only}.)`;
  return { given: { ...given, move: only, as: variant }, say };
}
