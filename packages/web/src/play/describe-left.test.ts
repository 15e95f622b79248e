// Tests what the page says about a turn that was cut off.

import { expect, test } from 'vitest';
import { describeLeft } from './describe-left.ts';

test('RP2: a turn that is not finished is named by its words, with one mark at their end', () => {
  expect(describeLeft({ words: 'I warm my hands.' })).toContain('“I warm my hands.” Go on');
  expect(describeLeft({ words: 'Look around' })).toContain('“Look around”. Go on');
  expect(describeLeft({ words: 'I go.', retells: 4 })).toContain('A new telling of turn 4 is not finished');
});
