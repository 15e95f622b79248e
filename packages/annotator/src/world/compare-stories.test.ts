// Proves when two stories count as related because of the names in them, and when as unrelated.

import { describe, expect, it } from 'vitest';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import { compareStories, readStoryNames } from './compare-stories.ts';

const cast = ['Soma', 'Vell', 'Orrin', 'Thrift', 'Maren', 'Tolly', 'Brisk', 'Hallow', 'Aldis', 'Corvane'];
const places = ['Veyre', 'Saltmouth', 'Graywater', 'Tarn', 'Elsmere', 'Dunholt', 'Wick', 'Ashby'];

function buildStory(names: readonly string[], threads = 1) {
  const body = names.map((name) => `They saw ${name} there, and nobody but ${name} came.`).join(' ');
  const post = { postId: 1 as PostId, threadId: 1 as ThreadId, body, tags: ['qm_post'] };
  const read = { threads: 0 };
  return {
    read,
    iterateThreads: () => Array.from({ length: threads }, (_, at) => ({ id: at as ThreadId, title: '' })),
    readRange: () => {
      read.threads += 1;
      return [{ ...post, author: undefined, time: undefined, subject: undefined }];
    },
  };
}

const known = readStoryNames(buildStory([...cast, ...places]));

describe('compareStories', () => {
  it('CO28: parts of one story share names, different stories do not', () => {
    const later = readStoryNames(buildStory([...places, ...cast.map((name) => `${name}ette`)]));
    expect(compareStories(known, later)).toBe('related');
    const other = readStoryNames(buildStory([...cast, ...places].map((name) => `Un${name.toLowerCase()}`)));
    expect(compareStories(known, other)).toBe('unrelated');
    expect(compareStories(other, known)).toBe('unrelated');
  });

  it('CO28: titles, days, nations and words that are mostly small are no names', () => {
    const names = readStoryNames(buildStory(['Mr', 'Sunday', 'English', 'There', 'Vell']));
    expect([...names.keys()]).toEqual(['Vell']);
  });

  it('CO28: nothing is judged by few names, nor in a script without capitals', () => {
    expect(compareStories(known, readStoryNames(buildStory(['Ottla', 'Gregor'])))).toBe('unknown');
    expect(compareStories(known, readStoryNames(buildStory(['風の谷', '東京'])))).toBe('unknown');
  });

  it('CO28: a story of any length costs the same to look at', () => {
    const story = buildStory(cast, 1_000);
    readStoryNames(story);
    expect(story.read.threads).toBeLessThanOrEqual(60);
  });
});
