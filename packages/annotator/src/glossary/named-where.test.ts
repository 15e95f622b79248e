// Tests finding the posts in which an entry is named: in reading order, and none later than the moment.

import { expect, it } from 'vitest';
import type { EntryId } from './entry.ts';
import { buildNamedWhere } from './named-where.ts';

it('lists the posts that name an entry with their number in reading order, none later than the moment', () => {
  const where = buildNamedWhere([
    { id: 1, corpus: 'a b', thread: 1, post: 70 },
    { id: 2, corpus: 'a b', thread: 1, post: 70 },
    { id: 3, corpus: 'a b', thread: 1, post: 90 },
    { id: 4, corpus: 'c', thread: 9, post: 70 },
  ]);
  const id = 5 as EntryId;
  where.set(id, { parts: Int32Array.of(1, 2, 4), mentions: Int32Array.of(2, 1, 4) });
  const first = { corpus: 'a b', post: 70, at: 0, mentions: 3 };
  expect(where.openNow().listPosts(id)).toEqual([first, { corpus: 'c', post: 70, at: 2, mentions: 4 }]);
  expect(where.openNow().listThreads(id)).toEqual([
    { corpus: 'a b', threadId: 1 },
    { corpus: 'c', threadId: 9 },
  ]);
  const cut = { lastPart: 3, isEntry: () => true, recounted: new Map() };
  expect(where.openAt(cut).listPosts(id)).toEqual([first]);
  expect(where.openAt(cut).listThreads(id)).toEqual([{ corpus: 'a b', threadId: 1 }]);
  expect(where.openAt({ ...cut, isEntry: () => false }).listPosts(id)).toEqual([]);
});
