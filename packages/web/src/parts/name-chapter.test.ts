// Tests what a chapter is called, including if its title is hidden or if the world has several stories.

import { expect, test } from 'vitest';
import { nameApart, nameChapter, nameInStory } from './name-chapter.ts';

test('RS8: a chapter whose title is hidden is called by its position among all, which is not mistaken for a title', () => {
  const at = { place: 19, all: 29 };
  expect([nameChapter(undefined, at), nameChapter('XVIII', at)]).toEqual([
    'chapter 19 of 29',
    'Chapter XVIII',
  ]);
});

test('RS8: a chapter that shares its title with another one of its story is named with its position', () => {
  const titles = ['I', 'II', 'I', undefined];
  const chapters = titles.map((title, threadId) => ({ threadId, title }));
  const name = (title: string, threadId: number) => nameApart(title, { threadId, chapters });
  expect(name('I', 2)).toBe('Chapter I (3 of 4)');
  expect(nameInStory(name('I', 0), 'Anna')).toBe('Anna, Chapter I (1 of 4)');
  expect([name('II', 1), name('IV', 3), name('V', 9)]).toEqual(['II', 'IV', 'V']);
});

test('RS8: a chapter is named with its story where a world has more than one', () => {
  expect(nameInStory('III', undefined)).toBe('Chapter III');
  expect(nameInStory('III', 'The Gods of Mars')).toBe('The Gods of Mars, Chapter III');
  expect(nameInStory('The Ferry', 'The Ferry')).toBe('The Ferry');
});
