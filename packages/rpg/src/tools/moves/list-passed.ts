// Lists who would lose their turn in a fight if somebody else acted now.

import { type EntityId, playerId } from '../../values/entity.ts';
import { hasTurns } from './is-fighting.ts';
import type { EffectView } from './list-effect-calls.ts';
import type { FightOrder } from './read-order.ts';

/**
 * The fighters at the player's place whose turns come before that of `to`, in order from the present turn; empty if it
 * is the turn of `to` or of nobody, or if `to` has no place in the order.
 */
export function listPassed(
  view: EffectView,
  { places, turn }: FightOrder,
  to: EntityId,
): readonly EntityId[] {
  const ids = places.map(({ id }) => id);
  const from = turn === undefined ? -1 : ids.indexOf(turn);
  if (from === -1 || !ids.includes(to)) return [];
  const ahead = [...ids.slice(from), ...ids.slice(0, from)];
  return ahead.slice(0, ahead.indexOf(to)).filter((id) => hasTurns(view, id) && isHere(view, id));
}

function isHere({ find }: EffectView, id: EntityId): boolean {
  const [own, here] = [find(id)?.sheet['at'], find(playerId)?.sheet['at']];
  return own === undefined || here === undefined || own === here;
}
