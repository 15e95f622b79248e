// Tests by which words entries are found, also by those typed without accents, and which entry comes first.

import { expect, test } from 'vitest';
import type { ListedEntry } from './build-entry-list.ts';
import { searchEntries } from './search-entries.ts';

const query = { kind: undefined, status: undefined, order: 'weight', from: 0, limit: 9 } as const;
const list = ['Jürgen Weißgerber', 'Møller', 'Œuvre', 'Nell', 'さーや'].map((term, id) => ({
  id,
  term,
  aliases: [],
  definition: '',
})) as unknown as readonly ListedEntry[];

test.each([
  ['weissgerber', 'Jürgen Weißgerber'],
  ['WEISSGERBER', 'Jürgen Weißgerber'],
  ['weißg', 'Jürgen Weißgerber'],
  ['jurgen', 'Jürgen Weißgerber'],
  ['moller', 'Møller'],
  ['oeuv', 'Œuvre'],
  ['サーヤ', 'さーや'],
  ['ｻｰﾔ', 'さーや'],
])('RS10: %s finds %s', (q, name) => {
  expect(searchEntries(list, { ...query, q }).entries.map(({ term }) => term)).toEqual([name]);
});

test('RS10: a name with a word that begins as typed comes before a name of which only an alias does', () => {
  const lamps = [
    { id: 1, term: 'Nell Orrin', aliases: ['Lamplighter Orrin'], definition: '' },
    { id: 2, term: 'Tell-Lamp', aliases: [], definition: '' },
    { id: 3, term: 'Foglamp', aliases: [], definition: '' },
  ] as unknown as readonly ListedEntry[];
  const found = searchEntries(lamps, { ...query, q: 'lamp' }).entries;
  expect(found.map(({ term }) => term)).toEqual(['Tell-Lamp', 'Nell Orrin', 'Foglamp']);
});

test('RS10: an entry whose name the story reads as typed comes before one with the words in its definition', () => {
  const people = [
    { id: 1, term: '白石灯', aliases: [], definition: 'みどうの弟子。' },
    { id: 2, term: '御堂宗玄', aliases: [], definition: '' },
  ] as unknown as readonly ListedEntry[];
  const found = searchEntries(people, { ...query, q: 'みどう' }, [2]).entries;
  expect(found.map(({ term }) => term)).toEqual(['御堂宗玄', '白石灯']);
});
