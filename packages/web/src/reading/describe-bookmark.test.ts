// Tests what the list of bookmarks says about each bookmark.

import { expect, test } from 'vitest';
import { describeBookmark, nameBookmark } from './describe-bookmark.ts';

test('RS9: a bookmark says why the reading stopped there, without codes, and how much was known', () => {
  const readUpTo = { corpus: 'main', threadId: 3, postId: 9 } as Parameters<
    typeof describeBookmark
  >[0]['readUpTo'];
  const describe = (note: string) => describeBookmark({ snapshot: { note, entryCount: 12 }, readUpTo });
  expect(describe('')).toBe('12 entries by then');
  expect(describe('halted: model.unreachable')).toMatch(
    /^the reading could not go on\s· 12 entries by then$/u,
  );
  expect(describe('interrupted')).toMatch(/^paused here\s· /u);
  expect(describe('limited: scenes')).toMatch(/^stopped at a limit\s· /u);
  expect(describe('before the duel')).toMatch(/^before the duel\s· /u);
});

test('RS9: bookmarks at chapters of the same name are told apart by their stories', () => {
  expect(nameBookmark({ threadTitle: 'III' }, 'The Gods of Mars')).toBe('The Gods of Mars, Chapter III');
  expect(nameBookmark({ threadTitle: 'III' })).toBe('Chapter III');
  expect(nameBookmark({}, 'The Gods of Mars')).toBe('The beginning');
});
