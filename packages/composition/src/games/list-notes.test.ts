// Tests that notes are found by the words in them, not by how they are stored.

import type { Entity } from '@terrarium/rpg/entity';
import { expect, it } from 'vitest';
import { listNotes } from './list-notes.ts';

const notes = ['Hob said “The "grey" gate is barred.”', 'The ferry leaves at dawn.'].map(
  (content, at): Entity => ({
    id: `note:${at + 1}`,
    type: 'note',
    key: `${at + 1}`,
    sheet: { content, kind: 'fact', tags: ['vell'], turn: 4 },
  }),
);
const game = {
  state: { list: () => notes },
  listTurns: () => [],
  readActions: () => [],
} as unknown as Parameters<typeof listNotes>[0];

it.each([
  ['', [1, 2]],
  ['the GATE', [1]],
  ['"grey" gate', [1]],
  ['vell', [1, 2]],
  ['content', []],
  ['tags', []],
  ['{', []],
])('%j finds the notes %j', (words, numbers) => {
  expect(listNotes(game, words).map(({ number }) => number)).toEqual(numbers);
});
