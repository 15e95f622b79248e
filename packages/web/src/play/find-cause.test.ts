// Tests what a page tells as the cause of a turn that is not finished.

import { expect, test } from 'vitest';
import { findCause } from './find-cause.ts';

const failure = { code: 'model.unauthorised', happened: 'The key is wrong.', todo: 'Fill in another.' };
const { code, todo } = failure;
const failed = { kind: 'failed', code, says: 'The key is wrong.', todo, canResume: true } as const;

test('RP2: why a turn is not finished is told from what the page has followed, and later from what the server has seen', () => {
  expect(findCause({ words: 'I listen.' }, failed)).toEqual(failure);
  expect(findCause({ words: 'I listen.', failure }, undefined)).toEqual(failure);
  expect(findCause({ words: 'I listen.' }, undefined)).toBeUndefined();
  expect(findCause(null, undefined)).toBeUndefined();
});

test('RP2: a turn that the player stopped is not told as a failure', () => {
  expect(findCause(null, { ...failed, code: 'turn.cancelled' })).toBeUndefined();
});
