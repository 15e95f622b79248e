// Tests choosing the voices that a message asks about.

import { expect, it } from 'vitest';
import { parseVoices } from '../tags/voices.ts';
import { chooseVoices } from './choose-voices.ts';

it.each([
  ['Where does Anna Maria live?', ['a']],
  ['Where does Maria live?', ['a', 'b']],
  ['What did Old-Tom and I plan?', ['a', 'b']],
  ["What is Old Tom's job?", ['b']],
  ['Is it warm?', ['a', 'b']],
])('FA3: %s', (query, named) => {
  const user = [
    { id: 'a', name: 'Anna Maria' },
    { id: 'b', name: 'Old Tom' },
  ];
  const voices = parseVoices({ user, companion: [{ id: 'c', name: 'Mara' }] });
  expect(chooseVoices({ voices }, query)).toEqual(named);
});
