// Tests joining what a player typed with the earlier values: listed things that are named again keep their details.

import { expect, it } from 'vitest';
import { readShippedSystem } from '../manifest/read-system.ts';
import type { Json } from '../values/json.ts';
import { completePerson } from './complete-person.ts';
import { joinTyped } from './join-typed.ts';
import { readTyped } from './read-typed.ts';

const base = {
  'inventory.carried': [
    { name: 'Javelin', qty: 4, weight: 2 },
    { name: 'Rope, 50 feet', qty: 1, weight: 5 },
  ],
  'inventory.gold': 12,
};

it('SZ5: things that are typed again keep their numbers, and names may have commas', () => {
  const typed = { 'inventory.carried': 'rope, 50 feet, lamp, Javelin', 'inventory.gold': 3 };
  const [javelin, rope] = base['inventory.carried'];
  expect(joinTyped(base, typed)).toEqual({
    'inventory.carried': [rope, 'lamp', javelin],
    'inventory.gold': 3,
  });
  expect(joinTyped(base, { 'inventory.carried': '' })['inventory.carried']).toEqual([]);
  expect(joinTyped(base, { other: 'a, b' })).toEqual({ ...base, other: 'a, b' });
});

it('SZ14: a spell that is added leaves the spells of the class as they are', () => {
  const set = { 'identity.class': 'Wizard', 'features.spells': 'Fire bolt, Web' };
  const wizard = completePerson(readShippedSystem('dnd5e'), { name: 'Ines', about: '', set });
  expect(wizard.set['features.spells']).toEqual([
    { name: 'Fire bolt', level: 0, note: 'spell attack, 1d10 fire' },
    'Web',
  ]);
});

it('RP4, SZ5: a list that is typed for a sheet in play keeps the details of what stands there', () => {
  const [javelin = ''] = base['inventory.carried'];
  const sheet = { inventory: { carried: [javelin], gold: 12 } };
  const read = (path: string, value: Json) =>
    readTyped(readShippedSystem('dnd5e'), { type: 'character', sheet }, { path, value });
  expect(read('inventory.carried', 'Lamp, javelin')).toEqual(['Lamp', javelin]);
  expect(read('features.spells', 'Web, Fire bolt')).toEqual(['Web', 'Fire bolt']);
  expect(read('inventory.gold', 3)).toBe(3);
});
