// Tests finding the refused call that a later call of the same reply has to wait for.

import { expect, it } from 'vitest';
import type { GameState } from '../../values/entity.ts';
import { findAwaited } from './find-awaited.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as unknown as GameState;
const player = { id: 'character:player', type: 'character', key: 'player', sheet: {} };
const build = (name: string, item: object) => ({ id: name, name, arguments: JSON.stringify(item) });

it('TU74: two things for one sheet do not wait for each other, and one thing waits for its price', () => {
  const rope = build('item_add', { name: 'rope' });
  const torch = build('item_add', { name: 'torch' });
  const price = build('item_remove', { item: 'Coin', quantity: 2 });
  expect(findAwaited(torch, [rope], state)).toBeUndefined();
  expect(findAwaited(torch, [price], state)).toBe(price);
  expect(findAwaited(torch, [torch], state)).toBe(torch);
});

it('TU74: what somebody else rolls, and the beginning of a fight, wait for no refused roll', () => {
  const beaten = build('roll', { move: 'attack', who: 'Voss', against: 'player' });
  const blow = build('roll', { move: 'attack', who: 'Tam', against: 'player' });
  const own = build('roll', { move: 'cast', as: 'Bless' });
  expect(findAwaited(blow, [beaten], state)).toBeUndefined();
  expect(findAwaited(build('mode_set', { mode: 'combat' }), [own], state)).toBeUndefined();
  expect(findAwaited(build('mode_set', { mode: 'exploration' }), [own], state)).toBe(own);
  const made = build('npc_create', { name: 'Voss' });
  expect(
    findAwaited(build('mode_set', { mode: 'combat', opponents: ['Voss'] }), [made, beaten], state),
  ).toBeUndefined();
});

it('TU74: what the player does to somebody else does not wait for what was refused against another', () => {
  const word = build('roll', { move: 'use', as: 'Inspiration', against: 'Hob' });
  const spell = (against: string) => build('roll', { move: 'cast', as: 'Suggestion', against });
  const known = { ...state, find: (id: string) => (id === 'character:player' ? player : undefined) };
  expect(findAwaited(spell('Cray'), [word], known as GameState)).toBeUndefined();
  expect(findAwaited(spell('Hob'), [word], known as GameState)).toBe(word);
});

it('TU74: whoever was to withstand a refused roll rolls nothing for it, and may strike all the same', () => {
  const spell = build('roll', { move: 'cast', as: 'Hold person', against: 'Grum' });
  const save = (who: string) => build('roll', { check: 'saving_throw', who, against: 'player' });
  expect(findAwaited(save('Grum'), [spell], state)).toBe(spell);
  expect(findAwaited(save('Snik'), [spell], state)).toBeUndefined();
  const blow = build('roll', { move: 'attack', who: 'Grum', against: 'player' });
  expect(findAwaited(blow, [spell], state)).toBeUndefined();
});
