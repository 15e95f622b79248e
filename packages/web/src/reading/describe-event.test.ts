// Tests the lines about events of a run: a decision counts chapters, as the pages of the glossary do.

import { expect, it } from 'vitest';
import { describeEvent } from './describe-event.ts';

it('RS4: the feed of a run counts chapters where a stored reason counts posts and threads', () => {
  const decided = {
    kind: 'entry-decided',
    entryId: 1,
    term: 'Otz',
    outcome: 'CONFIRM',
    reason: 'Named twice in 2 posts of 2 threads; explained once.',
  } as unknown as Parameters<typeof describeEvent>[0];
  expect(describeEvent(decided, 0)).toBe(
    'Otz: confirmed in the review of new entries. Named twice in 2 chapters; explained once.',
  );
});
