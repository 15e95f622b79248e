// Tests by which words entries are found, also by those typed without accents, and which entry comes first.

import { expect, test } from 'vitest';
import type { ListedEntry } from './build-entry-list.ts';
import { searchEntries } from './search-entries.ts';

const query = { kind: undefined, status: undefined, order: 'weight', from: 0, limit: 9 } as const;
const list = ['Jürgen Weißgerber', 'Møller', 'Œuvre', 'Nell'].map((term, id) => ({
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
