// Tests that a story's name is stripped only where it stands before a title, not where it is the beginning of a word.

import { expect, it } from 'vitest';
import { stripStoryTitle } from './strip-story-title.ts';

it.each([
  ['Worm', 'Worm 1.1', '1.1'],
  ['Worm', 'Worm: Gestation', 'Gestation'],
  ['Worm', 'Worm – Arc 2', 'Arc 2'],
  ['Worm', 'Worm, Part Two', 'Part Two'],
  ['Worm', 'Wormwood', 'Wormwood'],
  ['Ender', 'Ender’s Game', 'Ender’s Game'],
  ['Ender', "Ender's Game", "Ender's Game"],
  ['Worm', 'Worm-eaten', 'Worm-eaten'],
  ['Worm', 'Worm - Arc 2', 'Arc 2'],
  ['Worm', 'Worm', 'Worm'],
  ['Worm', 'Gestation', 'Gestation'],
  ['', 'Gestation', 'Gestation'],
  ['', '— 2 —', '— 2 —'],
])('of %s, "%s" is shown as "%s"', (story, title, shown) => {
  expect(stripStoryTitle(title, story)).toBe(shown);
});
