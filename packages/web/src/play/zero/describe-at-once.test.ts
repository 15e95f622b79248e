// Tests what is said of a game before it begins at once.

import { expect, test } from 'vitest';
import { describeAtOnce } from './describe-at-once.ts';

const offer = (id: string, label: string) => ({ id, label, about: '' });
const systems = [offer('starter', 'Lamplight'), offer('fate', 'Fate Ladder')];
const worlds = [offer('the-unkept-lamp', 'The Unkept Lamp'), offer('glossary', 'Your story')];
const made = { id: 'x', title: 'The Salt Road', about: '', places: [], madeBy: null, begunBy: null };

test('RP5: what begins at once is said: what was chosen, and the first of what was not', () => {
  expect(describeAtOnce({ system: null, systems, world: null, worlds })).toBe(
    'By the rules of Lamplight, in the world “The Unkept Lamp”, with a character chosen for you.',
  );
  expect(describeAtOnce({ system: 'fate', systems, world: made, worlds })).toBe(
    'By the rules of Fate Ladder, in the world “The Salt Road”, with a character chosen for you.',
  );
});
