// Refuses to take a part of a pile that lies somewhere or that somebody without a list has: the whole pile would go.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { listInventoryFields } from '../../system/is-inventory.ts';
import { findLying } from '../lying-things.ts';
import { readSeveral } from '../read-several.ts';
import { nameOf, readName, resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refusePartOfPile: RefuseSlip = ({ state, system }, { name, arguments: given }) => {
  const { item, quantity, target } = given;
  const many = Number(quantity ?? Number.NaN);
  if (name !== 'item_remove' || typeof item !== 'string' || typeof target !== 'string') return undefined;
  const found = resolveTarget(state, target);
  if (!found.ok || listInventoryFields(system, found.entity.type).length > 0) return undefined;
  const thing = findLying(state, found.entity.id, item);
  const pile = thing === undefined ? undefined : readSeveral(readName(thing));
  if (thing === undefined || pile === undefined || !(many > 0 && many < pile.many)) return undefined;
  const rest = JSON.stringify({ name: pile.name, quantity: pile.many - many, target: found.entity.id });
  return `"${nameOf(thing)}" is one pile, which goes as a whole. Send the call without \`quantity\`, and then item_add ${escapeLine(rest, 300)} for the rest.`;
};
