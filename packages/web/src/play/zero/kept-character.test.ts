// Tests keeping the character of a new game: it comes back after a reload, and gives way to other rules and proposals.

import { expect, test } from 'vitest';
import { readKept, writeKept } from './kept-character.ts';

const context = { system: 'dnd5e', proposed: null };
const proposed = { name: 'Ada', about: '', set: { 'identity.class': 'Bard' } };
const wanted = { character: { name: 'Ines', about: 'A cook.', set: { 'identity.class': 'Wizard' } } };

test('RP5: the character that was chosen and changed comes back as it was', () => {
  expect(readKept(writeKept(context, wanted), context)).toEqual(wanted);
  expect(readKept(writeKept(context, { quick: 'fighter' }), context)).toEqual({ quick: 'fighter' });
  expect(readKept('', context)).toBeUndefined();
  expect(readKept('{"context', context)).toBeUndefined();
});

test('RP5: with other rules a character is chosen anew', () => {
  expect(readKept(writeKept(context, wanted), { ...context, system: 'fate' })).toBeUndefined();
});

test('RP5: a newer sheet of a model replaces what was kept, and a choice after it is kept again', () => {
  const later = { ...context, proposed };
  expect(readKept(writeKept(context, wanted), later)).toEqual({ character: proposed, isWhole: true });
  expect(readKept(writeKept(later, wanted), later)).toEqual(wanted);
  expect(readKept(writeKept(later, undefined), later)).toBeUndefined();
});
