// Tests that entries are found by names that were typed without accents, or without letters that a keyboard lacks.

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
