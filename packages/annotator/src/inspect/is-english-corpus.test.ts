// Proves that the language of a story is judged once, and again when its file has changed.

import { expect, it } from 'vitest';
import type { Corpus, PostId, ThreadId } from '../corpus/corpus.ts';
import { isEnglishCorpus } from './read-status.ts';

const english = 'The keeper came down the stair, and nobody said a word to her that night.';
const german = 'Die Wärterin kam die Treppe herab, und niemand sagte in dieser Nacht ein Wort zu ihr.';

it('the language of a story is judged by its first posts once, and again when its file has changed', () => {
  const file = { stamp: '1', body: english.repeat(20), reads: 0 };
  const corpus: Pick<Corpus, 'readStamp' | 'iterateThreads' | 'readRange'> = {
    readStamp: () => file.stamp,
    iterateThreads: () => [{ id: 1 as ThreadId, title: 'One' }],
    readRange({ threadId }) {
      file.reads += 1;
      const postId = 1 as PostId;
      return [
        {
          postId,
          threadId,
          author: undefined,
          time: undefined,
          subject: undefined,
          body: file.body,
          tags: [],
        },
      ];
    },
  };
  expect([1, 2, 3].map(() => isEnglishCorpus(corpus))).toEqual([true, true, true]);
  Object.assign(file, { stamp: '2', body: german.repeat(20) });
  expect([1, 2].map(() => isEnglishCorpus(corpus))).toEqual([false, false]);
  expect(file.reads).toBe(2);
  expect(isEnglishCorpus(undefined)).toBe(true);
});
