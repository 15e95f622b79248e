// Adds to a fight whoever came along with the player: in the call that begins it, or by a call of the program after a roll.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { Acted } from '../../state/game.ts';
import { type EntityId, playerId, sceneId } from '../../values/entity.ts';
import type { FollowUp } from '../follow-ups/list-follow-ups.ts';
import { isHostile, isStanding } from '../moves/is-fighting.ts';
import { listFoes } from '../moves/list-foes.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { readOrder } from '../moves/read-order.ts';
import { resolveTarget } from '../resolve-target.ts';
import { findMover } from './find-mover.ts';
import { isGiven } from './is-given.ts';
import { parseCall } from './parse-call.ts';
import type { SlipView } from './slip-view.ts';

/**
 * Adds the allies to a call that begins a fight; any other call is returned as it is. The allies are stored with the
 * call, and not found by the tool, so that older games replay as they were played.
 */
export function addAllies(view: SlipView, call: ToolCall): ToolCall {
  const given = call.name === 'mode_set' ? parseCall(call)?.arguments : undefined;
  if (given?.['mode'] !== 'combat' || isGiven(given['allies'])) return call;
  // Whoever left the order takes no part in the fight, and is not brought in again.
  if (readOrder(view.state) !== undefined) return call;
  const { opponents, left } = given;
  const named = [opponents, left]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one) => {
      const found = resolveTarget(view.state, String(one), ['npc', 'creature']);
      return found.ok ? [found.entity.id] : [];
    });
  const allies = listFresh(view, named);
  return allies.length === 0 ? call : { ...call, arguments: JSON.stringify({ ...given, allies }) };
}

/**
 * The call that brings allies into a fight that another call than `mode_set`, such as a roll, has begun; empty if there
 * is nobody to bring.
 */
export function listJoining(
  view: SlipView,
  tool: string,
  { patches }: Pick<Acted, 'patches'>,
): readonly FollowUp[] {
  // The call that begins a fight has the allies in it, or says who of them takes no part.
  const isBegun =
    tool !== 'mode_set' &&
    patches.some(({ entity, path, after }) => entity === sceneId && path === 'mode' && after === 'combat');
  const allies = isBegun ? listFresh(view, []) : [];
  if (allies.length === 0) return [];
  const call = { name: 'mode_set', arguments: { mode: 'combat', allies: [...allies] } };
  return [{ call, say: 'Who came along with the player fights too.' }];
}

/** The call that adds somebody here to the order of turns if they make a move in the fight but are not in the order. */
export function findJoining(
  view: SlipView,
  call: { readonly name: string; readonly arguments: string },
): FollowUp['call'] | undefined {
  const parsed = parseCall(call);
  const order = readOrder(view.state);
  const mover = parsed === undefined ? undefined : findMover(view, parsed);
  if (order?.turn === undefined || mover === undefined || order.places.some(({ id }) => id === mover))
    return undefined;
  const who = view.state.find(mover);
  const effects = openEffectView(view);
  const isHere = who?.sheet['at'] === view.state.find(playerId)?.sheet['at'];
  if (who === undefined || !isHere || !isStanding(effects, mover)) return undefined;
  const scene = view.state.find(sceneId);
  const side = isHostile(effects, who)
    ? { opponents: [...new Set([...(scene === undefined ? [] : listFoes(scene)), mover])] }
    : { allies: [mover] };
  return { name: 'mode_set', arguments: { mode: 'combat', ...side } };
}

/** Allies who have no place in the fight yet; none in a system without turns. */
function listFresh({ system, state, listAllies }: SlipView, named: readonly EntityId[]): readonly EntityId[] {
  if (system.manifest.narrator?.order === undefined || listAllies === undefined) return [];
  const scene = state.find(sceneId);
  const known = new Set([
    ...named,
    ...(readOrder(state)?.places ?? []).map(({ id }) => id),
    ...(scene?.sheet['mode'] === 'combat' ? listFoes(scene) : []),
  ]);
  return listAllies().filter((id) => !known.has(id));
}
