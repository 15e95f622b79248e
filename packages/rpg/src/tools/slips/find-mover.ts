// Finds who would make a move in a fight if a call were executed, and whether others would then lose their turns.

import type { System } from '../../system/system.ts';
import { type EntityId, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { isOut } from '../moves/is-fighting.ts';
import { isReaction } from '../moves/is-reaction.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { listPassed } from '../moves/list-passed.ts';
import { findIntent } from '../moves/move-hint.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { resolveMove } from '../moves/read-move.ts';
import { isPassing, readOrder } from '../moves/read-order.ts';
import { resolveTarget } from '../resolve-target.ts';
import { findCheck } from '../rolling/find-check.ts';
import { isPlayersCall } from '../rolling/is-players-roll.ts';
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
export function findMover(view: SlipView, call: Call): EntityId | undefined {
  const moving = findMoving(view, call);
  if (moving === undefined || isReaction(call.arguments['reason'])) return undefined;
  const { id, move } = moving;
  if (isOutOfOrder(move, view.isByRules)) return undefined;
  return id === playerId && isSameTurn(view) ? undefined : id;
}

/** Who makes which move by this call, in turn or out of it; undefined for calls that make none. */
export function findMoving({ system, state }: SlipView, { name, arguments: given }: Call) {
  const { who, move } = given;
  if (name !== 'roll') return undefined;
  const found = resolveTarget(state, typeof who === 'string' ? who : undefined, [
    'character',
    'npc',
    'creature',
  ]);
  if (!found.ok) return undefined;
  const { entity } = found;
  const wanted = move ?? (entity.id === playerId ? findImplied(system, given) : undefined);
  if (typeof wanted !== 'string') return undefined;
  // A move that the rules do not have is refused for that, and not for the order of turns.
  const resolved = resolveMove(system, wanted, entity);
  return findIntent(system.manifest.narrator, resolved) === undefined
    ? undefined
    : { id: entity.id, move: resolved };
}

/** The move that a check implies if the player's character rolls it. */
function findImplied(system: System, { check, versus }: JsonObject): string | undefined {
  const [found] = [check, versus].flatMap((named) =>
    typeof named === 'string' ? (findCheck(system, named.trim()) ?? []) : [],
  );
  return found?.move;
}

/**
 * A first sight takes no turn, and the built-in narrator rolls at once for somebody who goes down, no matter whose turn
 * is next.
 */
function isOutOfOrder(move: string, isByRules: boolean | undefined): boolean {
  return move === 'first_sight' || (isByRules === true && move === 'down');
}

/**
 * Whether the character has had its turn in this reply to the player's words, and nobody has acted since. Whoever is
 * still down after rolling for being down has nothing else to do in the same turn.
 */
function isSameTurn(view: SlipView): boolean {
  const { state, done } = view;
  const at = done.findLastIndex(({ patches }) => patches.some((patch) => isPassing(patch)));
  const last = done[at];
  if (last?.tool !== 'roll') return false;
  const given = parseCall({ name: last.tool, arguments: last.arguments })?.arguments ?? {};
  if (!isPlayersCall(state, given)) return false;
  const hasRolledDown = done
    .slice(at)
    .some(({ rolls }) => rolls.some(({ who, move }) => who === playerId && move === 'down'));
  return !(hasRolledDown && isPlayerDown(view));
}

/** Whether the player's character is down in a fight, if the rules say what is rolled then. */
export function isPlayerDown({ system, state }: SlipView): boolean {
  const player = state.find(playerId);
  if (player === undefined || system.manifest.narrator?.player?.down === undefined) return false;
  const view = openEffectView({ system, state });
  return view.mode === 'combat' && isOut(view, player);
}
