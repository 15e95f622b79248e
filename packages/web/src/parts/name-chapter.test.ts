// Tests what a chapter is called, including if its title is hidden or if the world has several stories.

import { expect, test } from 'vitest';
import { nameChapter, nameInStory } from './name-chapter.ts';

test('RS8: a chapter whose title is hidden is called by its position among all, which is not mistaken for a title', () => {
  const at = { place: 19, all: 29 };
  expect([nameChapter(undefined, at), nameChapter('XVIII', at)]).toEqual(['19 of 29', 'Chapter XVIII']);
});

test('RS8: a chapter is named with its story where a world has more than one', () => {
  expect(nameInStory('III', undefined)).toBe('Chapter III');
  expect(nameInStory('III', 'The Gods of Mars')).toBe('The Gods of Mars, Chapter III');
  expect(nameInStory('The Ferry', 'The Ferry')).toBe('The Ferry');
});
