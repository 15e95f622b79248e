// Tests which words of a failure are shown at once.

import { expect, it } from 'vitest';
import { splitFailure } from './split-failure.ts';

it('RM4: a server that broke off is told in a few words; its address and its log are for whoever asks', () => {
  const lost = 'The connection was lost (http://127.0.0.1:1/v1, ECONNRESET).';
  const failed = { code: 'model.unreachable', happened: lost, todo: 'Look at its log.' };
  expect(splitFailure(failed)).toMatchObject({
    says: ['The model’s server broke off.'],
    more: [lost, 'Look at its log.'],
  });
  const silent = { ...failed, happened: 'Nothing is listening (http://127.0.0.1:1/v1, ECONNREFUSED).' };
  expect(splitFailure(silent)).toMatchObject({ says: [silent.happened, silent.todo], more: [] });
});

it('RM4: the way to Settings comes first if only that can help, and last if asking again may help as well', () => {
  const place = (code: string, happened = '') => splitFailure({ code, happened, todo: '' }).settings;
  expect(
    ['model.unauthorised', 'model.not-found', 'world.untrusted-settings'].map((code) => place(code)),
  ).toEqual(['first', 'first', 'first']);
  expect(['model.rate-limited', 'model.unreachable'].map((code) => place(code))).toEqual(['last', 'last']);
  expect(place('model.unreachable', 'The connection was lost.')).toBeUndefined();
  expect(place('memory.unknown-mind')).toBeUndefined();
});
