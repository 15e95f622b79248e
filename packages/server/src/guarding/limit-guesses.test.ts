// Tests that a correct passphrase removes only its own attempt from the count of guesses, and no attempt of other people.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { openGuessLimit } from './limit-guesses.ts';

it('SG7: where each person has a passphrase, a right one takes back no guess but its own', () => {
  const { clock } = buildFakeEnvironment();
  const limit = openGuessLimit(clock);
  const count = () => {
    const guess = limit.countGuess();
    if ('waitSeconds' in guess) throw new Error('There were too many guesses.');
    return guess;
  };
  // While a right guess is judged, somebody else guesses: the other guess counts for its whole minute.
  const right = count();
  clock.advance(30_000);
  for (let guess = 0; guess < 4; guess += 1) count();
  limit.forget(right);
  for (let again = 0; again < 9; again += 1) limit.forget(count());
  clock.advance(20_000);
  count();
  count();
  expect(limit.countGuess()).toEqual({ waitSeconds: 40 });
  clock.advance(20_000);
  expect(limit.countGuess()).toEqual({ waitSeconds: 20 });
});
