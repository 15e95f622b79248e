// Finds whose move in a fight a call makes, and whether others lose their turns by it.

import { type EntityId, playerId } from '../../values/entity.ts';
import { isReaction } from '../moves/is-reaction.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { listPassed } from '../moves/list-passed.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { isPassing, readOrder } from '../moves/read-order.ts';
import { resolveTarget } from '../resolve-target.ts';
import { parseCall } from './parse-call.ts';
import type { SlipView } from './slip-view.ts';

/** Finds who would make a move by this call, if turns of others come first; otherwise undefined. */
export function findPass(view: SlipView, call: Call): EntityId | undefined {
  const mover = findMover(view, call);
  const order = readOrder(view.state);
  if (mover === undefined || order === undefined) return undefined;
  return listPassed(openEffectView(view), order, mover).length === 0 ? undefined : mover;
}

/** Whose turn ends with this call; undefined for calls that leave the turn where it is. */
export function findMover(view: SlipView, { name, arguments: given }: Call): EntityId | undefined {
  const { system, state, isByRules } = view;
  const { who, check, reason } = given;
  if (name !== 'roll' || isReaction(reason)) return undefined;
  const found = resolveTarget(state, typeof who === 'string' ? who : undefined, [
    'character',
    'npc',
    'creature',
  ]);
  if (!found.ok) return undefined;
  const { id } = found.entity;
  const byCheck = id === playerId ? system.checks.get(String(check ?? ''))?.move : undefined;
  const move = given['move'] ?? byCheck;
  if (typeof move !== 'string' || isOutOfOrder(move, isByRules)) return undefined;
  return id === playerId && isSameTurn(view) ? undefined : id;
}

/** The built-in narrator rolls at once for whoever goes down, whoever is next. */
function isOutOfOrder(move: string, isByRules: boolean | undefined): boolean {
  return move === 'first_sight' || (isByRules === true && move === 'down');
}

/** Whether the character has had its turn in this reply to the player's words, and nobody has acted since. */
function isSameTurn({ state, done }: SlipView): boolean {
  const last = done.findLast(({ patches }) => patches.some((patch) => isPassing(patch)));
  if (last?.tool !== 'roll') return false;
  const who = parseCall({ name: last.tool, arguments: last.arguments })?.arguments['who'];
  const mover = resolveTarget(state, typeof who === 'string' ? who : undefined);
  return mover.ok && mover.entity.id === playerId;
}
