// Proves which common beginnings of titles count as the title of a story.

import { expect, it } from 'vitest';
import { findCommonTitle } from './find-common-title.ts';

it.each([
  [['Forge of Ash #1', 'Forge of Ash #2', 'Forge of Ash: Interlude'], 'Forge of Ash'],
  [['The Tide - Chapter 1', 'The Tide - Chapter 2'], 'The Tide'],
  [['The Tide Thread 3', 'The Tide Thread 4'], 'The Tide'],
  [['The Tide (1)', 'The Tide (2)', 'The Tide (3)', 'The Tide (4)', 'Questions'], 'The Tide'],
  [['Ebb IV: Salt', 'Ebb V: Sand'], undefined],
  [['anna · I', 'anna · II'], 'anna'],
  [['Chapter 1', 'Chapter 2'], undefined],
  [['Book One · Chapter 1', 'Book One · Chapter 2'], undefined],
  [['Prologue: Ebb', 'Prologue: Flow'], undefined],
  [['Day 1', 'Day 2'], undefined],
  [['The Beginning', 'The Middle', 'The End'], undefined],
  [['The Tide #1', 'A Lamp #1', 'The Tide #2'], undefined],
  [['The Tide'], undefined],
  [['', ' '], undefined],
])('CO29: the titles %j begin with %j', (titles, title) => {
  expect(findCommonTitle(titles)).toBe(title);
});
