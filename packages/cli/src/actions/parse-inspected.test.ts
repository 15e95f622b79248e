// Tests how the words that follow `inspect` are understood.

import { describe, expect, it } from 'vitest';
import { parseInspected } from './parse-inspected.ts';

describe('a wish to look', () => {
  it.each([
    ['Scene 3', { kind: 'scene', number: 3 }],
    ['scenes 3', { kind: 'scene', number: 3 }],
    ['chapter #3', { kind: 'chapter', number: 3 }],
    ['chapter:2', { kind: 'chapter', number: 2 }],
    ['Post:2', { kind: 'post', number: 2 }],
    ['scene:two', { kind: 'entry', name: 'scene:two' }],
    ['Post office', { kind: 'entry', name: 'Post office' }],
    ['Chapters of Vell', { kind: 'entry', name: 'Chapters of Vell' }],
    ['Class 3', { kind: 'entry', name: 'Class 3' }],
  ])('takes %s for what it can only be', (words, wish) => {
    expect(parseInspected(words.split(' '))).toEqual(wish);
  });
});
