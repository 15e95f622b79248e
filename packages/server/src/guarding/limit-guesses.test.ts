// Tests how often a secret may be guessed.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { openGuessLimit } from './limit-guesses.ts';

it('SG7: where each person has a passphrase, a right one takes back no guess but its own', () => {
  const { clock } = buildFakeEnvironment();
  const limit = openGuessLimit(clock);
  for (let guess = 0; guess < 5; guess += 1) expect(limit.countGuess()).toBeUndefined();
  for (let right = 0; right < 9; right += 1) {
    expect(limit.countGuess()).toBeUndefined();
    limit.forgetOne();
  }
  expect(limit.countGuess()).toBeUndefined();
  expect(limit.countGuess()).toBe(60);
});
