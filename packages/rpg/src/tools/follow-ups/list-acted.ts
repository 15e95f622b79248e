// Lists who used up their turn because somebody else rolled against their deed, such as a saving throw against Hob's shove.

import type { RecordedAction } from '../../state/action-row.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { readOrder } from '../moves/read-order.ts';
import { readName, resolveTarget } from '../resolve-target.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import { turnPass } from '../turn-pass.ts';
import type { FollowUp } from './list-follow-ups.ts';

/**
 * If it is the turn of somebody other than the player and the roller, a roll without a move uses up this turn if it is
 * against them, or if its reason names them. Dice without a check or a number, such as further damage, use up no turn.
 */
export function listActed(state: GameState, action: RecordedAction): readonly FollowUp[] {
  const turn = readOrder(state)?.turn;
  const one = turn === undefined || turn === playerId ? undefined : state.find(turn);
  const given = readByHand(action);
  const who = action.rolls[0]?.who;
  if (one === undefined || given === undefined || who === undefined || who === one.id) return [];
  const { against, reason } = given;
  const found = typeof against === 'string' ? resolveTarget(state, against) : undefined;
  const isMeant = found?.ok === true && found.entity.id === one.id;
  if (!isMeant && !isNamed(readName(one), reason)) return [];
  const call = { name: turnPass.name, arguments: { acted: one.id } };
  return [{ call, say: `That was the turn of ${one.id}.` }];
}

/**
 * The arguments of a roll that makes no move, and is for a check or against a number; undefined for any other action.
 */
function readByHand({ tool, arguments: written, rolls }: RecordedAction): JsonObject | undefined {
  const given = tool === 'roll' ? parseCall({ name: tool, arguments: written })?.arguments : undefined;
  if (given === undefined || isGiven(given['move']) || rolls.some(({ move }) => move !== undefined))
    return undefined;
  return isGiven(given['check']) || isGiven(given['versus']) ? given : undefined;
}

/** Only the first word of the name is looked for, since a reason may say "Hob's shove". */
function isNamed(name: string, reason: unknown): boolean {
  if (typeof reason !== 'string') return false;
  const [first = ''] = splitWords(name);
  return first.length > 2 && splitWords(reason).includes(first);
}

function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'the');
}
