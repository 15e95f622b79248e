// Tests reading a roll that names a move or a check of the rules.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { readNamedRoll } from './read-named-roll.ts';

const edition = readShippedSystem('dnd5e');

it.each([
  ['sneak against the wolf', { move: 'sneak', against: 'the wolf' }],
  ['cast fire bolt against Irsa Kell', { move: 'cast', as: 'fire bolt', against: 'Irsa Kell' }],
  ['use torch', { move: 'use', as: 'torch' }],
  ['use as torch for light', { move: 'use', as: 'torch', reason: 'light' }],
  ['death save', { check: 'death_save' }],
  ['1d20+5', undefined],
  ['dance wildly', undefined],
])('MV26: "%s" names a move and what it is made with', (text, wanted) => {
  expect(readNamedRoll(edition, text)).toEqual(wanted);
});
