// Tests the timeline: only the first entries of a chapter are named, unless one chapter is asked for.

import { expect, test } from 'vitest';
import type { EntryList } from './build-entry-list.ts';
import { buildTimeline } from './build-timeline.ts';

test('RS8: a chapter names its first twelve entries, and all of them if it is asked for', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: at,
    term: `Name ${at}`,
    mentions: 1,
    firstCorpus: 'story',
    firstThreadId: at % 2,
  })) as unknown as EntryList;
  const all = buildTimeline(rows, ['story']);
  expect(all.map(({ threadId, entries, total }) => [threadId, entries.length, total])).toEqual([
    [0, 12, 20],
    [1, 12, 20],
  ]);
  const [one, ...others] = buildTimeline(rows, ['story'], { corpus: 'story', threadId: 1 });
  expect(others).toEqual([]);
  expect(one?.entries.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => 2 * at + 1));
});
