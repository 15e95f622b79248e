// Tests reading dice with a number to reach: `2d6>=9` compares the sum, `5d10>=7` counts the dice that reach it.

import { expect, it } from 'vitest';
import { splitRoll } from './split-roll.ts';

it.each([
  ['2d6>=9', { formula: '2d6', versus: 9 }],
  ['2d6 >= 9', { formula: '2d6', versus: 9 }],
  ['1d20+5>=15', { formula: '1d20+5', versus: 15 }],
  ['5d10>=7', { formula: '5d10>=7' }],
  ['2d6>=9 for the door', { formula: '2d6', versus: 9, reason: 'the door' }],
])('of %j the sum is to reach the number, unless some die could show it', (text, split) => {
  expect(splitRoll(text)).toEqual(split);
});
