// Refuses a move of somebody else who would act before the player's character has had its turn in a fight.

import { type EntityId, fightId, playerId } from '../../values/entity.ts';
import { isReaction } from '../moves/is-reaction.ts';
import { type FightOrder, readOrder } from '../moves/read-order.ts';
import { resolveTarget } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

/**
 * The turn of others, such as somebody who cowers, may be passed over, but not that of the player's character; so
 * nobody strikes twice in a round. What the character does without a move uses up its turn as well.
 */
export const refuseOutOfTurn: RefuseSlip = (view, { name, arguments: given }) => {
  const { who, move, reason } = given;
  const order = readOrder(view.state);
  const turn = order?.turn;
  if (view.isByRules === true || name !== 'roll' || order === undefined || turn === undefined)
    return undefined;
  if (typeof move !== 'string' || move === 'first_sight' || typeof who !== 'string') return undefined;
  if (isReaction(reason)) return undefined;
  const found = resolveTarget(view.state, who, ['character', 'npc', 'creature']);
  if (!found.ok || found.entity.id === playerId) return undefined;
  const mover = found.entity.id;
  if (!isBehindPlayer(order, turn, mover)) return undefined;
  const isOwn = turn === playerId;
  if (isOwn && hasActed(view)) return undefined;
  const now = isOwn
    ? `It is the turn of ${playerId}; ${mover} acts after it.`
    : `It is the turn of ${turn}, and ${playerId} acts before ${mover}.`;
  if (hasHadTurn(view)) {
    return `${now} Stop there: tell what happened, since the player's next words decide. A reaction or opportunity attack is made with that word in \`reason\`.`;
  }
  return `${now} Make the move that the player's words call for. If they use up the turn without a move, ${sendAgain}`;
};

/** Whether the turn would pass the player's character on its way to the mover. */
function isBehindPlayer({ places }: FightOrder, turn: EntityId, mover: EntityId): boolean {
  const ids = places.map(({ id }) => id);
  const from = ids.indexOf(turn);
  if (from === -1 || !ids.includes(playerId) || !ids.includes(mover)) return false;
  const ahead = [...ids.slice(from), ...ids.slice(0, from)];
  return ahead.indexOf(playerId) < ahead.indexOf(mover);
}

/** Whether the turn has come to the character, or passed from the character, in this reply to the player's words. */
function hasHadTurn({ done }: SlipView): boolean {
  return done.some(({ patches }) =>
    patches.some(
      ({ before, after, ...patch }) => isTurn(patch) && (before === playerId || after === playerId),
    ),
  );
}

/** Whether the character did something without a move since the turn came to it. */
function hasActed({ done }: SlipView): boolean {
  const came = done.findLastIndex(({ patches }) =>
    patches.some((patch) => isTurn(patch) && patch.after === playerId),
  );
  return done
    .slice(came + 1)
    .some(
      ({ ok, rolls, patches }) =>
        ok &&
        (rolls.some(({ who }) => who === playerId) || patches.some(({ entity }) => entity === playerId)),
    );
}

function isTurn({ entity, path }: { readonly entity: string; readonly path: string }): boolean {
  return entity === fightId && path === 'turn';
}
