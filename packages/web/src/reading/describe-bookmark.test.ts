// Tests what the list of bookmarks says about each bookmark.

import { expect, test } from 'vitest';
import { describeBookmark, nameBookmark } from './describe-bookmark.ts';

test('RS9: a bookmark says why the reading stopped there, without codes', () => {
  const readUpTo = { corpus: 'main', threadId: 3, postId: 9 } as Parameters<
    typeof describeBookmark
  >[0]['readUpTo'];
  const describe = (note: string) => describeBookmark({ snapshot: { note }, readUpTo });
  expect(describe('')).toBe('');
  expect(describe('halted: model.unreachable')).toBe('the reading could not go on');
  expect(describe('interrupted')).toBe('paused here');
  expect(describe('limited: scenes')).toBe('stopped at a limit');
  expect(describe('before the duel')).toBe('before the duel');
  const atFirst = describeBookmark({ snapshot: { note: 'interrupted' }, readUpTo: undefined });
  expect(atFirst).toMatch(/^paused here\s· before the first chapter$/u);
});

test('RS9: bookmarks at chapters of the same name are told apart by their stories', () => {
  expect(nameBookmark({ threadTitle: 'III' }, 'The Gods of Mars')).toBe('The Gods of Mars, Chapter III');
  expect(nameBookmark({ threadTitle: 'III' })).toBe('Chapter III');
  expect(nameBookmark({}, 'The Gods of Mars')).toBe('The beginning');
});
