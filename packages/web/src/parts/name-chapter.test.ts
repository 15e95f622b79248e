// Tests what a chapter is called, with a title and without one.

import { expect, test } from 'vitest';
import { nameChapter, nameThread } from './name-chapter.ts';

test('RS8: a chapter without a known title is called by its thread where its position is not known', () => {
  expect(nameThread(undefined, 812)).toBe('Thread 812');
  expect([nameThread('The Ferry', 812), nameThread('XII', 812)]).toEqual(['The Ferry', 'Chapter XII']);
  expect([nameChapter(undefined, 3), nameChapter('The Ferry', 3)]).toEqual(['Chapter 3', 'The Ferry']);
});
