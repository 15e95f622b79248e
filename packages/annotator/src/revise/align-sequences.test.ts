// Tests aligning a very long story with its next version.

import { expect, it } from 'vitest';
import { alignSequences } from './align-sequences.ts';

it('FO4: a thread of hundreds of thousands of posts is compared with its next version', () => {
  const posts = Array.from({ length: 200_000 }, (_, at) => `post ${at}`);
  const pairs = alignSequences(['a title', ...posts, 'an end'], ['another title', ...posts, 'another end']);
  expect(pairs).toHaveLength(posts.length);
  expect([pairs.at(0), pairs.at(-1)]).toEqual([
    [1, 1],
    [200_000, 200_000],
  ]);
});
