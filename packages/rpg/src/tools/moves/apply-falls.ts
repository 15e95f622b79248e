// Finds who went down in an action, applies what follows from it by the rules, and says what must be rolled.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { writeValue } from '../../rules/read-value.ts';
import type { Effect } from '../../system/narrator-hints.ts';
import { type Entity, type EntityId, playerId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { isOut } from './is-fighting.ts';
import type { EffectView } from './list-effect-calls.ts';
import { listFresh } from './list-fresh.ts';
import { openEffectView } from './open-effect-view.ts';
import { playMove } from './play-move.ts';

export function applyFalls(bench: Workbench): readonly string[] {
  const touched = new Set(
    listFresh(bench)
      .filter(({ path }) => path !== '')
      .map(({ entity }) => entity),
  );
  return [...touched].flatMap((id) => {
    const [was, is] = [isDown(bench, findFormer(bench, id)), isDown(bench, bench.state.find(id))];
    if (was && !is) return applyRise(bench, id);
    if (was || !is) return [];
    return id === playerId ? describeFall(bench) : applyFall(bench, id);
  });
}

/** Applies the effects that the rules give to somebody who was down and no longer is, such as waking up. */
function applyRise(bench: Workbench, id: EntityId): readonly string[] {
  const { player, opponents } = bench.system.manifest.narrator ?? {};
  return playAlways(bench, id, { id: 'risen', always: (id === playerId ? player : opponents)?.risen ?? [] });
}

interface Always {
  readonly id: string;
  readonly always: readonly Effect[];
}

function playAlways(bench: Workbench, who: EntityId, { id, always }: Always): readonly string[] {
  const one = bench.state.find(who);
  if (one === undefined || always.length === 0) return [];
  const { say } = playMove(bench, { id, hint: { always: [...always] }, who: one });
  return say === '' ? [] : [say];
}

/** The entity as it was before the action; undoes the action's changes on a copy of the sheet. */
function findFormer(bench: Workbench, id: EntityId): Entity | undefined {
  const now = bench.state.find(id);
  if (now === undefined) return undefined;
  const own = listFresh(bench).filter((patch) => patch.entity === id && patch.path !== '');
  const sheet = own
    .toReversed()
    .reduce(
      (values, { path, before }) => (before === undefined ? values : writeValue(values, path, before)),
      now.sheet,
    );
  return { ...now, sheet };
}

function isDown(bench: Workbench, one: Entity | undefined): boolean {
  if (one === undefined) return false;
  const own = openEffectView(bench);
  const view: EffectView = { ...own, mode: own.mode, find: (id) => (id === one.id ? one : own.find(id)) };
  return ['character', 'npc', 'creature'].includes(one.type) && isOut(view, one);
}

function applyFall(bench: Workbench, id: EntityId): readonly string[] {
  const who = bench.state.find(id);
  if (who === undefined || who.sheet['is_gone'] === true) return [];
  const { fallen = [] } = bench.system.manifest.narrator?.opponents ?? {};
  const against = bench.state.find(playerId);
  const played = playMove(bench, { id: 'fallen', hint: { always: fallen }, who, against });
  return [`! ${id} is beaten.`, ...(played.say === '' ? [] : [played.say])];
}

function describeFall(bench: Workbench): readonly string[] {
  const { player } = bench.system.manifest.narrator ?? {};
  const said = player?.down_say === undefined ? '' : ` ${escapeLine(player.down_say, 300)}`;
  const roll = player?.down === undefined ? '' : ' Next: roll {"move":"down"}';
  const fallen = playAlways(bench, playerId, { id: 'fallen', always: player?.fallen ?? [] });
  return [`! The player's character is down.${said}${roll}`, ...fallen];
}
