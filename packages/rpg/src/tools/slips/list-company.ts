// Lists who came along to where the player is, and so stands on the player's side when a fight begins.

import type { Acted } from '../../state/game.ts';
import { type Entity, type EntityId, type GameState, type Patch, playerId } from '../../values/entity.ts';
import { isFollowing } from '../describe-place.ts';
import { isBeaten, isHostile } from '../moves/is-fighting.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import type { SlipView } from './slip-view.ts';

type Done = Pick<Acted, 'ok' | 'patches'>;

interface Viewed extends Pick<SlipView, 'system'> {
  readonly state: GameState;
}

/**
 * `turns` are the actions of the turns so far, newest turn first; they are read back to the last one in which the
 * player's character went somewhere. Whoever went the same way in that turn, and stayed since, came along.
 */
export function listCompany(
  { system, state }: Viewed,
  turns: Iterable<readonly Done[]>,
): readonly EntityId[] {
  const view = openEffectView({ system, state });
  const here = state.find(playerId)?.sheet['at'];
  if (typeof here !== 'string') return [];
  const isBeside = (one: Entity) => one.sheet['at'] === here && !isBeaten(view, one) && !isHostile(view, one);
  const beside = [...state.list('npc'), ...state.list('creature')].filter(isBeside);
  if (beside.length === 0) return [];
  const came = new Set(listCame(turns));
  return beside.filter((one) => isFollowing(one) || came.has(one.id)).map(({ id }) => id);
}

function listCame(turns: Iterable<readonly Done[]>): readonly EntityId[] {
  const since = new Set<EntityId>();
  for (const actions of turns) {
    const moves = actions.flatMap(({ ok, patches }) => (ok ? patches.filter(isGoing) : []));
    const own = moves.findLast(({ entity }) => entity === playerId);
    const last = new Map(moves.map((patch) => [patch.entity, patch]));
    if (own !== undefined)
      return [...last.values()]
        .filter((patch) => patch.entity !== playerId && !since.has(patch.entity) && isSameWay(patch, own))
        .map(({ entity }) => entity);
    for (const { entity } of moves) since.add(entity);
  }
  return [];
}

function isGoing({ path, before, after }: Patch): boolean {
  return path === 'at' && typeof before === 'string' && before !== after;
}

function isSameWay(one: Patch, other: Patch): boolean {
  return one.before === other.before && one.after === other.after;
}
