// Refuses a move in a fight by somebody whose turn has not come, since others would lose their turns unnoticed.

import { type EntityId, playerId } from '../../values/entity.ts';
import { listPassed } from '../moves/list-passed.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { isPassing, readOrder } from '../moves/read-order.ts';
import { findMover } from './find-mover.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

/**
 * Nobody acts before those whose turn comes first. The player's character may use up its turn without a move, and
 * others may let theirs pass. In both cases the same call is sent once more, and is then executed.
 */
export const refuseOutOfTurn: RefuseSlip = (view, call) => {
  if (view.isByRules === true) return undefined;
  const mover = findMover(view, call);
  const order = readOrder(view.state);
  const turn = order?.turn;
  if (mover === undefined || order === undefined || turn === undefined) return undefined;
  const passed = listPassed(openEffectView(view), order, mover);
  if (passed.includes(playerId)) {
    const refusal = refuseBeforePlayer(view, turn, mover);
    if (refusal !== undefined) return refusal;
  }
  const others = passed.filter((id) => id !== playerId);
  if (others.length === 0) return undefined;
  const [whose, them] = others.length === 1 ? ['its move', 'it does'] : ['their moves', 'they do'];
  return `It is the turn of ${turn}: before ${mover} comes the turn of ${others.join(', ')}. Make ${whose} first (roll with \`who\`). ${reactions} If ${them} nothing, ${sendAgain}`;
};

const reactions = 'A reaction or opportunity attack is made with that word in `reason`.';

function refuseBeforePlayer(view: SlipView, turn: EntityId, mover: EntityId): string | undefined {
  const isOwn = turn === playerId;
  if (isOwn && hasActed(view)) return undefined;
  const now = isOwn
    ? `It is the turn of ${playerId}; ${mover} acts after it.`
    : `It is the turn of ${turn}, and ${playerId} acts before ${mover}.`;
  if (hasHadTurn(view)) {
    return `${now} Stop there: tell what happened, since the player's next words decide. ${reactions}`;
  }
  return `${now} Make the move that the player's words call for. If they use up the turn without a move, ${sendAgain}`;
}

/** Whether the turn has come to the player's character, or passed on from it, in this reply to the player's words. */
function hasHadTurn({ done }: SlipView): boolean {
  return done.some(({ patches }) =>
    patches.some(
      ({ before, after, ...patch }) => isPassing(patch) && (before === playerId || after === playerId),
    ),
  );
}

/** Whether the character did something without a move since the turn came to it. */
function hasActed({ done }: SlipView): boolean {
  const came = done.findLastIndex(({ patches }) =>
    patches.some((patch) => isPassing(patch) && patch.after === playerId),
  );
  return done
    .slice(came + 1)
    .some(
      ({ ok, rolls, patches }) =>
        ok &&
        (rolls.some(({ who }) => who === playerId) || patches.some(({ entity }) => entity === playerId)),
    );
}
