// Tests the line for an event of a run: the reason of a decision speaks of chapters, and a retry says why and when.

import { expect, test, vi } from 'vitest';
import { describeEvent } from './describe-event.ts';

vi.stubGlobal('window', { location: { pathname: '/mars/run' } });

const reading = { unread: 0, nameStory: () => undefined };

test('RS4: the feed of a run counts chapters where a stored reason counts posts and threads', () => {
  const decided = {
    kind: 'entry-decided',
    entryId: 1,
    term: 'Otz',
    outcome: 'CONFIRM',
    reason: 'Named twice in 2 posts of 2 threads; explained once.',
  } as unknown as Parameters<typeof describeEvent>[0];
  expect(describeEvent(decided, reading)).toBe(
    'Otz: confirmed in the review of new entries. Named twice in 2 chapters; explained once.',
  );
});

test('RS4: a decision to merge an entry says with which', () => {
  const merged = {
    kind: 'entry-decided',
    entryId: 1,
    term: 'Bulrushers',
    outcome: 'MERGE',
    into: 'Moses',
    reason: '',
  } as unknown as Parameters<typeof describeEvent>[0];
  expect(describeEvent(merged, reading)).toBe('Bulrushers: merged with Moses in the review of new entries');
});

test('RS4: what kept the model from answering is told in a sentence of its own, and when it is asked again', () => {
  const retry = (delayMs: number) =>
    ({
      kind: 'retry-scheduled',
      delayMs,
      reason: 'Nothing is listening (http://localhost:1/v1, ECONNREFUSED).',
    }) as unknown as Parameters<typeof describeEvent>[0];
  const happened = 'The model does not answer: no server runs at http://localhost:1/v1.';
  expect(describeEvent(retry(200), reading)).toBe(`${happened} The model is asked again at once`);
  // Once the run has stopped for it, a note above says why.
  expect(describeEvent(retry(4_000), { ...reading, isHalted: true })).toBe(
    'The model was asked again after 4 s',
  );
  expect(describeEvent(retry(4_000), reading)).toBe(`${happened} The model is asked again in 4 s`);
});
