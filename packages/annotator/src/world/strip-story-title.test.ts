// Tests that the present or original name of a story is stripped only where it stands before a chapter's title.

import { expect, it } from 'vitest';
import { nameChapter } from './name-chapter.ts';
import { stripStoryTitle } from './strip-story-title.ts';
import type { CorpusRecord } from './world.ts';

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
  ['Caf\u00e9 Ros\u00e9', 'Cafe\u0301  Rose\u0301: Gestation', 'Gestation'],
  ['Cafe', 'Cafe\u0301', 'Cafe\u0301'],
  ['Worm', 'Worm', 'Worm'],
  ['Worm', 'Gestation', 'Gestation'],
  ['', 'Gestation', 'Gestation'],
  ['', '— 2 —', '— 2 —'],
])('of %s, "%s" is shown as "%s"', (story, title, shown) => {
  expect(stripStoryTitle(title, story)).toBe(shown);
});

it('CO33: a chapter is named without the present title of its story and without the first one', () => {
  const corpus = {
    name: 'worm',
    title: 'Worm',
    path: '/w/worm.db',
    kind: 'copied',
    source: '',
    sourceHash: '',
  } as const;
  const name = (corpora: readonly CorpusRecord[], title: string) =>
    nameChapter({ world: { title: 'All', corpora } }, 'worm', title);
  expect(name([corpus], 'Worm 1.1')).toBe('1.1');
  const renamed = [{ ...corpus, title: 'Worm 1', firstTitle: 'Worm' }];
  expect(['Worm 1 1.2', 'Worm 1.1', 'Wormwood'].map((title) => name(renamed, title))).toEqual([
    '1.2',
    '1.1',
    'Wormwood',
  ]);
  expect(name([], 'All: One')).toBe('One');
});
