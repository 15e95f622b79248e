// Tests that a game begins by describing its place in sentences, even if the definition of the place is not a sentence.

import { expect, it } from 'vitest';
import { describeStart } from './describe-start.ts';

it.each([
  [
    "Cutter's Stair, which is the long flight of steps that joins the market to the ropewalk.",
    "You are at Cutter's Stair, which is the long flight of steps that joins the market to the ropewalk.",
  ],
  ["Cutter's Stair, the long stair. It is wet.", "You are at Cutter's Stair, the long stair. It is wet."],
  [
    "Cutter's Stair, which is wet, joins two streets.",
    "You are at Cutter's Stair. Cutter's Stair, which is wet, joins two streets.",
  ],
  ["Cutter's Stair joins two streets.", "You are at Cutter's Stair. Cutter's Stair joins two streets."],
  ['', "You are at Cutter's Stair."],
])('SZ13: of a place that is described as %j', (about, told) => {
  expect(describeStart("Cutter's Stair", about)).toBe(told);
});
