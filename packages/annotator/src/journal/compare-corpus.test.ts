// Tests comparing a corpus with the posts that were read: new posts at its end, and every change before them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostId } from '../corpus/corpus.ts';
import { compareCorpus } from './compare-corpus.ts';

const build = (id: number, digest = `words of ${id}`) => ({ postId: id as PostId, digest });
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 20 });

describe('a comparison', () => {
  it('FO1: posts after the last post that was read are new, and no others', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (ids, at) => {
        const posts = ids.map((id) => build(id));
        const read = posts.slice(0, at % (posts.length + 1));
        const found = compareCorpus(read, posts);
        expect(found).toEqual({
          last: read.at(-1)?.postId,
          newPosts: posts.length - read.length,
          differences: [],
          isUnsure: false,
        });
      }),
    );
  });

  it('FO2: every post that was inserted, edited, removed or moved before is named, and no other', () => {
    fc.assert(
      fc.property(numbers, numbers, (ids, chosen) => {
        const known = [...ids.map((id) => build(id)), build(1_000)];
        const edited = ids.filter((id) => chosen.includes(id) && id % 3 === 0);
        const removed = ids.filter((id) => chosen.includes(id) && id % 3 === 1);
        const inserted = chosen.map((id) => id + 100);
        const kept = ids.filter((id) => !removed.includes(id));
        const now = [
          ...inserted.map((id) => build(id)),
          ...kept.map((id) => build(id, edited.includes(id) ? 'other words' : undefined)),
          build(1_000),
        ];
        const found = compareCorpus(known, now).differences;
        const list = (kind: string) => found.filter((one) => one.kind === kind).map(({ postId }) => postId);
        expect(list('edited')).toEqual(edited);
        expect(list('removed')).toEqual(removed);
        expect(list('inserted')).toEqual(inserted);
        expect(list('moved')).toEqual([]);
      }),
    );
    const moved = compareCorpus([build(1), build(2), build(3)], [build(2), build(1), build(3)]);
    expect(moved.differences).toMatchObject([{ kind: 'moved', postId: 1 }]);
    expect(compareCorpus([{ postId: 1 as PostId, digest: undefined }], [build(1)]).isUnsure).toBe(true);
  });
});
