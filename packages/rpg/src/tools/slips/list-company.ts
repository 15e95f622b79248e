// Lists who came along to where the player is, and so stands on the player's side when a fight begins.

import type { Acted } from '../../state/game.ts';
import {
  type Entity,
  type EntityId,
  type GameState,
  type Patch,
  playerId,
  sceneId,
} from '../../values/entity.ts';
import { isFollowing } from '../describe-place.ts';
import { isBeaten, isHostile } from '../moves/is-fighting.ts';
import { listFoes } from '../moves/list-foes.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import type { SlipView } from './slip-view.ts';

type Done = Pick<Acted, 'ok' | 'patches'>;

/** A call that begins a fight names at most this many on one side. */
const mostBeside = 40;

interface Viewed extends Pick<SlipView, 'system'> {
  readonly state: GameState;
}

/**
 * Lists at most `mostBeside` people and creatures here who are neither beaten nor hostile, and who follow or came
 * along. `turns` are the actions of the turns so far, newest turn first; they are read back to the last turn in which
 * the player's character went somewhere. Whoever went the same way in that turn and has stayed since came along, except
 * those who were opponents then or later: they pursued the player.
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
  return beside
    .filter((one) => isFollowing(one) || came.has(one.id))
    .map(({ id }) => id)
    .slice(0, mostBeside);
}

function listCame(turns: Iterable<readonly Done[]>): readonly EntityId[] {
  // Ids of those who went somewhere in a later turn, and of opponents.
  const since = new Set<EntityId>();
  for (const actions of turns) {
    const done = actions.flatMap(({ ok, patches }) => (ok ? patches : []));
    const moves = done.filter(isGoing);
    addAll(since, done.flatMap(listOpposed));
    const own = moves.findLast(({ entity }) => entity === playerId);
    const last = new Map(moves.map((patch) => [patch.entity, patch]));
    if (own !== undefined)
      return [...last.values()]
        .filter((patch) => patch.entity !== playerId && !since.has(patch.entity) && isSameWay(patch, own))
        .map(({ entity }) => entity);
    addAll(
      since,
      moves.map(({ entity }) => entity),
    );
  }
  return [];
}

function addAll(ids: Set<EntityId>, more: readonly EntityId[]): void {
  for (const id of more) ids.add(id);
}

function isGoing({ path, before, after }: Patch): boolean {
  return path === 'at' && typeof before === 'string' && before !== after;
}

/** The opponents before a change of the opponents, and those after it. */
function listOpposed({ entity, path, before, after }: Patch): readonly EntityId[] {
  if (entity !== sceneId || path !== 'opponents') return [];
  return [before, after].flatMap((opponents) => listFoes({ sheet: { opponents: opponents ?? [] } }));
}

function isSameWay(one: Patch, other: Patch): boolean {
  return one.before === other.before && one.after === other.after;
}
