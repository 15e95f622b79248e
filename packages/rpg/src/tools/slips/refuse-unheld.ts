// Refuses the use of a thing by somebody whose sheet lists no things, if they do not have the thing with them either.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { listInventoryFields } from '../../system/is-inventory.ts';
import { playerId } from '../../values/entity.ts';
import { listLying } from '../lying-things.ts';
import { findOwned, findThing } from '../moves/things.ts';
import { readName } from '../resolve-target.ts';
import { findMoving } from './find-mover.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseUnheld: RefuseSlip = (view, call) => {
  const { as } = call.arguments;
  const moving = findMoving(view, call);
  const who = moving === undefined ? undefined : view.state.find(moving.id);
  if (moving === undefined || who === undefined || typeof as !== 'string' || who.id === playerId)
    return undefined;
  const { state, system } = view;
  const thing = findThing(system, as, moving.move);
  const isCarried = listInventoryFields(system, 'character').some(({ path }) => path === thing?.on);
  if (thing === undefined || !isCarried || system.sheets.get(who.type)?.byPath.has(thing.on) === true)
    return undefined;
  if (listLying(state, who.id).some((one) => findThing(system, readName(one), moving.move) === thing))
    return undefined;
  const player = state.find(playerId);
  const owned = player === undefined ? undefined : findOwned(system, player, thing);
  const name = escapeLine(thing.name, 120);
  const instead =
    owned === undefined
      ? ''
      : ` ${playerId} has one: leave out \`who\` if it is used, or hand it over first (item_remove, then item_add with target ${who.id}).`;
  return `${who.id} has no ${name}.${instead} Nothing was done. If one is at hand all the same, ${sendAgain}`;
};
