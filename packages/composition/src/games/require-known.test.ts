// Tests by which names a player finds whom they know, and what is noted of them.

import { expect, it } from 'vitest';
import { listNotes } from './list-notes.ts';
import { requireKnown } from './require-known.ts';

const people = ['御堂紗夜', '御堂朔', 'Tomas Verrin', 'Tomas Brack'].map((name) => ({
  id: `npc:${name}`,
  type: 'npc',
  key: name,
  sheet: { name, at: 'location:pier' },
}));
const notes = [
  { tags: ['御堂紗夜', 'さーや'], source: '{"glossary":"御堂紗夜, 第一話"}', content: '灯守り' },
  { tags: [], source: '', content: '御堂紗夜 gave me a lamp.' },
  { tags: ['the warden'], source: '', content: 'Tomas Brack snores.' },
].map((sheet, index) => ({ id: `note:${index}`, type: 'note', key: `${index}`, sheet }));
const game = {
  state: {
    find: (id: string) => (id === 'scene:now' ? { sheet: { here: 'location:pier' } } : undefined),
    list: (type: string) => ({ npc: people, note: notes })[type] ?? [],
  },
  listTurns: () => [],
  readActions: () => [],
} as never;

it('finds somebody by another name that the glossary has, and by a part of a name that one alone has', () => {
  const find = (words: string) => requireKnown(game, words).sheet['name'];
  expect(['さーや', '紗夜', 'verrin', 'Tomas Verin'].map(find)).toEqual([
    '御堂紗夜',
    '御堂紗夜',
    'Tomas Verrin',
    'Tomas Verrin',
  ]);
  expect(() => find('Tomas')).toThrow('fits several: Tomas Verrin, Tomas Brack');
  expect(() => find('御堂')).toThrow('called “御堂”');
  expect(() => find('the warden')).toThrow('called “the warden”');
});

it('finds the notes that have any name of whoever is called so', () => {
  expect(listNotes(game, 'さーや').map(({ number }) => number)).toEqual([1, 2]);
  expect(listNotes(game, 'the warden').map(({ number }) => number)).toEqual([3]);
});
