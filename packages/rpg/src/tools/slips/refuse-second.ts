// Refuses to create a thing a second time if it lies here already, or if somebody here without a list has it.

import { type Entity, type EntityId, playerId } from '../../values/entity.ts';
import { findSame, listLying } from '../lying-things.ts';
import { nameOf, resolveTarget } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseSecond: RefuseSlip = ({ state }, { name, arguments: given }) => {
  const { name: wanted, target } = given;
  if (name !== 'item_add' || typeof wanted !== 'string') return undefined;
  const found = resolveTarget(state, typeof target === 'string' ? target : playerId);
  if (!found.ok) return undefined;
  const { entity } = found;
  // What the player's character holds without a list is put on the character's list by a separate call.
  const own = entity.id === playerId ? undefined : findSame(listLying(state, entity.id), wanted);
  if (own !== undefined)
    return `${own.id} "${nameOf(own)}" is with ${entity.id} already. Nothing was added. If there are two of it, ${sendAgain}`;
  const other = listBeside(state.list('npc'), state.list('creature'), entity).flatMap(({ id }) => {
    const same = findSame(listLying(state, id as EntityId), wanted);
    return same === undefined ? [] : [{ id, same }];
  })[0];
  if (other === undefined) return undefined;
  return `${other.id} has ${other.same.id} "${nameOf(other.same)}". Nothing was added. If it is handed over, call item_remove with target ${other.id} and to ${entity.id}; if it is another one, ${sendAgain}`;
};

function listBeside(
  npcs: readonly Entity[],
  creatures: readonly Entity[],
  { id, sheet }: Entity,
): readonly Entity[] {
  const { at } = sheet;
  if (typeof at !== 'string' || at === '') return [];
  return [...npcs, ...creatures].filter((one) => one.id !== id && one.sheet['at'] === at);
}
