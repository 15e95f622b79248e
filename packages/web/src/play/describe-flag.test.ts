// Tests that what the audit says about the player is phrased with "you".

import { expect, test } from 'vitest';
import { describeFlag, describeFlagged } from './describe-flag.ts';

test.each([
  [
    "This decides for the player's character; the player did not write it.",
    'This decides for your character; you did not write it.',
  ],
  [
    'Nothing in this turn took the lamp from the character.',
    'Nothing in this turn took the lamp from your character.',
  ],
  ['The sheet has another number for Vigour.', 'The sheet has another number for Vigour.'],
])('RP9: “%s” speaks to the player', (says, said) => {
  expect(describeFlag(says)).toBe(said);
});

test('RP9: a flag stands behind the words that it is about', () => {
  expect(describeFlagged({ quote: '17', says: 'No roll.' })).toBe('“17”: No roll.');
  expect(describeFlagged({ quote: '“I go.”', says: 'Not yours.' })).toBe('“I go.”: Not yours.');
});
