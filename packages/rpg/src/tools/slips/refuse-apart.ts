// Refuses a call that is about somebody elsewhere, or that mistakes a word in a quest's or clock's title for a person.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { type Entity, playerId } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { findApart } from './find-apart.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseApart: RefuseSlip = ({ state }, call) => {
  const apart = findApart(state, call);
  if (apart === undefined) return undefined;
  if (apart.kind === 'unnamed') {
    const { words, entity } = apart;
    return `There is nobody "${escapeLine(words, 80)}". If you mean ${entity.id}, a ${entity.type}, give that id; somebody new is made with npc_create.`;
  }
  if (apart.kind === 'gone')
    return `${apart.one.id} is gone for good. Nothing was done. Leave them out; if they are taken along all the same, ${sendAgain}`;
  const { one, from } = apart;
  const still = call.name === 'move' ? 'they join on the way' : 'this reaches them from afar';
  return `${one.id} is not where ${nameSide(from)} is${renderPlace(one)}. Nothing was done. Move whoever is elsewhere first (call move with \`who\`), or leave them out; if ${still}, ${sendAgain}`;
};

function nameSide({ id }: Entity): string {
  return id === playerId ? 'the player' : id;
}

function renderPlace({ id, sheet: { at } }: Entity): string {
  return id === playerId || typeof at !== 'string' ? '' : markSecret(` (at ${escapeLine(at, 120)})`);
}
