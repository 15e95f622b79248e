// Tests describing why something is in mind or not.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { expect, test } from 'vitest';
import { describePresence } from './describe-presence.ts';

type Presence = RouteAnswer<'GET /api/worlds/{world}/mind/why'>;

const lingering: Presence = {
  wakeId: 1,
  isPresent: true,
  section: 'lingering',
  reason: 'chosen',
  tokens: 9,
  say: '',
  score: { score: 1, combine: 'product', factors: [] },
};

test('RM5: what has little weight is in mind only faintly', () => {
  const describeAt = (score: number) =>
    describePresence({ ...lingering, score: { score, combine: 'product', factors: [] } });
  expect(describeAt(0.08)).toBe('In mind, but only faintly.');
  expect(describeAt(0.6)).toBe('In mind: it has not faded yet.');
});

test('RM11: the reason names the companion whose memory is shown', () => {
  const always: Presence = { ...lingering, section: 'known', reason: 'worth-knowing' };
  expect(describePresence(always, 'Iri')).toBe(
    'In mind: Iri always knows this about the person it talks with.',
  );
});

test('RM5: what is always in mind need not be of the last exchange, and its reason does not say so', () => {
  const always: Presence = { ...lingering, section: 'recent', reason: 'always' };
  expect(describePresence(always)).toBe(
    'In mind: it belongs to the newest part of the talk, and that is always in mind.',
  );
});
