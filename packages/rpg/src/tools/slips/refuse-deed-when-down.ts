// Refuses a move by the player's character while it is down in a fight, and names the roll that the rules have for being down.

import type { System } from '../../system/system.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import { hasAnyCondition, isOut } from '../moves/is-fighting.ts';
import { isTrueFor } from '../moves/list-effect-calls.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { findMoving, isPlayerDown } from './find-mover.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

export const refuseDeedWhenDown: RefuseSlip = (view, call) => {
  if (view.isByRules === true) return undefined;
  const moving = findMoving(view, call);
  if (moving?.id !== playerId) return undefined;
  if (moving.move === 'down' && isSafeWhenDown(view)) return `${playerId} is ${renderSafe(view.system)}`;
  if (!isPlayerDown(view) || moving.move === 'down') return undefined;
  const next = isSafeWhenDown(view) ? 'Others act, or time passes.' : rollForDown;
  return `${playerId} is down, and can do nothing in this fight. ${next}`;
};

const rollForDown = 'Next: roll {"move":"down"}';

function renderSafe({ manifest }: System): string {
  const { down_unless: safe = [] } = manifest.narrator?.player ?? {};
  return `${safe.join(' or ')}: nothing is rolled for being down. Others act, or time passes.`;
}

type Viewed = Pick<SlipView, 'system' | 'state'>;

/**
 * If the player's character is down: whether a roll decides what becomes of them (`rolls`), or none is made (`safe`).
 * Undefined if the character is not down or is gone for good, or if the rules have no roll for being down.
 */
export function findFall({ system, state }: Viewed): 'rolls' | 'safe' | undefined {
  const player = state.find(playerId);
  const { down, gone_when: gone } = system.manifest.narrator?.player ?? {};
  const view = openEffectView({ system, state });
  if (down === undefined || player === undefined || !isOut(view, player)) return undefined;
  if (gone !== undefined && isTrueFor(view, gone, player)) return undefined;
  return isSafeWhenDown({ system, state }) ? 'safe' : 'rolls';
}

/** Tells a game master how to go on while the player's character is down; undefined if `findFall` is. */
export function describeDown(viewed: Viewed): string | undefined {
  const fall = findFall(viewed);
  if (fall === undefined) return undefined;
  return fall === 'safe'
    ? `${playerId} is down and ${renderSafe(viewed.system)}`
    : `${playerId} is down, and does nothing until that has changed. ${rollForDown}, once in each of its turns.`;
}

/** Whether the character has a condition with which nothing is rolled for being down. */
function isSafeWhenDown({ system, state }: { readonly system: System; readonly state: GameState }): boolean {
  const player = state.find(playerId);
  const { down_unless: safe = [] } = system.manifest.narrator?.player ?? {};
  return player !== undefined && hasAnyCondition({ system }, player, safe);
}
